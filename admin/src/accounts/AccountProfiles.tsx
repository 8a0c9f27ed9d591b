import { Box } from '@mui/material';
import type { ListedAccount } from '@supreme-access/contract/shapes/people.js';
import { useQuery } from '@tanstack/react-query';
import { Mono, Time } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Waiting } from '../ui/Waiting.js';
import { accountSupport } from './account-support.js';

export function AccountProfiles({ account }: { account: ListedAccount }) {
  const { data, error } = useQuery({
    queryKey: ['accounts', account.id, 'profiles'],
    queryFn: ({ signal }) => accountSupport.profiles(account.id, signal),
  });
  if (error) return <Refusal error={error} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Box sx={{ color: 'text.secondary' }}>No profiles saved.</Box>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, profileName, name, city, country, cardBrand, cardLast4, codeOnFile, savedAt }) => (
        <Box
          component="li"
          key={id}
          sx={{ py: 1, borderBottom: 1, borderColor: 'divider', overflowWrap: 'anywhere', fontSize: '0.875rem' }}
        >
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Box sx={{ fontWeight: 600 }}>{profileName}</Box>
            <Mono>{`${cardBrand} •••• ${cardLast4}`}</Mono>
          </Box>
          <Box>
            {name}, {city}, {country}
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {codeOnFile ? 'Security code on file' : 'No security code on file'}, saved <Time iso={savedAt} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
