import { Box, Typography } from '@mui/material';
import type { AccountAccess as Access, ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../ui/Facts.js';
import { Mono, Time } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Waiting } from '../ui/Waiting.js';
import { accountSupport } from './account-support.js';

export function AccountAccess({ account }: { account: ListedAccount }) {
  const { data, error } = useQuery({
    queryKey: ['accounts', account.id, 'access'],
    queryFn: ({ signal }) => accountSupport.access(account.id, signal),
  });
  if (error) return <Refusal error={error} />;
  if (!data) return <Waiting />;
  return (
    <>
      <Facts
        facts={{
          'One-time codes': data.oneTimeCodes ? 'On' : 'Off',
          'Wrong passwords': (
            <>
              <Mono>{data.wrongPasswords}</Mono> in the last hour, from devices or networks not used before
            </>
          ),
        }}
      />
      <Sessions access={data} />
    </>
  );
}

function Sessions({ access: { sessions, sessionsKept } }: { access: Access }) {
  if (!sessionsKept) {
    return (
      <Typography sx={{ pt: 1 }}>
        Shoppers&apos; sessions aren&apos;t recorded, for privacy. You can end all of them at once.
      </Typography>
    );
  }
  if (sessions.length === 0) return <Typography sx={{ pt: 1 }}>No open sessions.</Typography>;
  return (
    <Box component="ul" aria-label="Open sessions" sx={{ listStyle: 'none', m: 0, p: 0, pt: 1 }}>
      {sessions.map(({ id, begunAt, usedAt }) => (
        <Box component="li" key={id} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
          Since <Time iso={begunAt} />, last used <Time iso={usedAt} />
        </Box>
      ))}
    </Box>
  );
}
