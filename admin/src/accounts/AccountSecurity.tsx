import { Box, Link, Typography } from '@mui/material';
import type { AccountSecurityEvent } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { Link as RouterLink } from 'react-router-dom';
import { sentence } from '../ui/format.js';
import { Mono, Time } from '../ui/Mono.js';
import { Rows } from '../ui/Rows.js';
import { SubList } from '../ui/SubList.js';
import { ROLE_NAMES } from './roles.js';

export function AccountSecurity({ accountId }: { accountId: string }) {
  return (
    <>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.8125rem', pb: 1 }}>
        Individual wrong passwords and refused requests are in the server&apos;s security log.
      </Typography>
      <SubList
        of={`accounts/${encodeURIComponent(accountId)}/security`}
        sort={{ field: 'at', order: 'DESC' }}
        empty="No security events yet."
      >
        <Rows<AccountSecurityEvent>
          sx={{ py: 1, fontSize: '0.875rem' }}
          row={(event) => <EventRow event={event} accountId={accountId} />}
        />
      </SubList>
    </>
  );
}

function EventRow({ event, accountId }: { event: AccountSecurityEvent; accountId: string }) {
  const { type, position, at, role, reason, endedAt } = event;
  const more = [role && ROLE_NAMES[role as Role], reason].filter(Boolean).join(', ');
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <Link component={RouterLink} to={`/events/${position}`} color="inherit" sx={{ fontWeight: 600 }}>
          {type === 'SessionBegun' ? 'Logged in' : sentence(type)}
        </Link>
        <Time iso={at} />
      </Box>
      {more && <Box sx={{ overflowWrap: 'anywhere' }}>{more}</Box>}
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        <By event={event} accountId={accountId} />
        {endedAt && (
          <>
            , until <Time iso={endedAt} />
          </>
        )}
      </Box>
    </>
  );
}

const STAFF = ['admin', 'auditor'];

function By({ event: { by }, accountId }: { event: AccountSecurityEvent; accountId: string }) {
  if (by.id === accountId) return 'By the account holder';
  if (by.kind === 'guest') return 'By someone who was not logged in';
  if (!STAFF.includes(by.kind)) return <Mono>{`${by.kind} ${by.id}`}</Mono>;
  return (
    <Link component={RouterLink} to={`/accounts/${encodeURIComponent(by.id)}/show`} color="inherit">
      By {ROLE_NAMES[by.kind as Role].toLowerCase()} <Mono>{by.id.slice(0, 8)}</Mono>
    </Link>
  );
}
