import { Box, Link } from '@mui/material';
import { BOUNCES } from '@supreme-access/contract/labels.js';
import type { AccountMail, MailState } from '@supreme-access/contract/shapes/people.js';
import { Link as RouterLink } from 'react-router-dom';
import { sentence } from '../ui/format.js';
import { Mono, Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { SubList } from '../ui/SubList.js';

const STATES: Record<MailState, { says: string; tone: string }> = {
  waiting: { says: 'Waiting', tone: 'warning.main' },
  sent: { says: 'Sent', tone: 'success.main' },
  'not-sent': { says: 'Not sent: its link had expired', tone: 'text.secondary' },
  bounced: { says: 'Bounced', tone: 'error.main' },
};

export function AccountMails({ accountId }: { accountId: string }) {
  return (
    <SubList
      of={`accounts/${encodeURIComponent(accountId)}/mails`}
      sort={{ field: 'requestedAt', order: 'DESC' }}
      empty="No emails yet."
    >
      <Rows<AccountMail> sx={{ py: 1, fontSize: '0.875rem' }} row={(mail) => <MailRow mail={mail} />} />
    </SubList>
  );
}

function MailRow({ mail }: { mail: AccountMail }) {
  const { kind, state, orderId, requestedAt, endedAt, bounceReason, reply } = mail;
  const { says, tone } = STATES[state];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Box sx={{ fontWeight: 600 }}>{sentence(kind.replaceAll('-', ' '))}</Box>
        <Box sx={{ color: tone, fontWeight: 600 }}>{says}</Box>
      </Box>
      {bounceReason && (
        <Box>
          {BOUNCES[bounceReason]} <Mono sx={{ color: 'text.secondary' }}>{reply}</Mono>
        </Box>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        <Time iso={endedAt ?? requestedAt} />
        {orderId && (
          <>
            {', '}
            <Link component={RouterLink} to={`/orders/${encodeURIComponent(orderId)}/show`} color="inherit">
              Order
            </Link>
          </>
        )}
      </Box>
    </>
  );
}
