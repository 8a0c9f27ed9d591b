import { Box, Typography } from '@mui/material';
import { BOUNCES } from '@supreme-access/contract/labels.js';
import type { OrderMailFact } from '@supreme-access/contract/shapes/order-file.js';
import { EventLink } from '../../ui/EventLink.js';
import { sentence } from '../../ui/format.js';
import { Mono, Time } from '../../ui/Mono.js';

const STATES: Record<OrderMailFact['state'], { text: string; color: string }> = {
  'asked-for': { text: 'Queued', color: 'warning.main' },
  'being-sent': { text: 'Sending', color: 'warning.main' },
  sent: { text: 'Sent', color: 'success.main' },
  bounced: { text: 'Bounced', color: 'error.main' },
  suppressed: { text: 'Not sent: out of date, or the person was erased', color: 'text.secondary' },
};

export function OrderMails({ mails }: { mails: readonly OrderMailFact[] }) {
  if (mails.length === 0) return <Typography>No emails yet.</Typography>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {mails.map((mail) => (
        <Box component="li" key={mail.mailId} sx={{ py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
          <Mail mail={mail} />
        </Box>
      ))}
    </Box>
  );
}

function Mail({ mail: { kind, state, at, eventId, messageId, bounce } }: { mail: OrderMailFact }) {
  const { text, color } = STATES[state];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: '0.875rem' }}>
        <EventLink eventId={eventId}>{sentence(kind.replaceAll('-', ' '))}</EventLink>
        <Box component="span" sx={{ color, fontWeight: 600 }}>
          {text}
        </Box>
        <Box sx={{ color: 'text.secondary', ml: 'auto' }}>
          <Time iso={at} />
        </Box>
      </Box>
      {bounce && <Box sx={{ fontSize: '0.8125rem' }}>{`${BOUNCES[bounce.reason]} ${bounce.reply}`}</Box>}
      <Mono sx={{ color: 'text.secondary', overflowWrap: 'anywhere', fontSize: '0.6875rem' }}>{messageId}</Mono>
    </>
  );
}
