import { Box } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { OWN_SECURITY } from '../auth-provider.js';
import { ActionButton } from '../ui/ActionButton.js';
import { Time } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { Waiting } from '../ui/Waiting.js';
import { ownSecurity } from './own-security.js';

const SESSIONS = [OWN_SECURITY, 'sessions'];

export function OwnSessions() {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: SESSIONS, queryFn: ownSecurity.sessions });
  if (!data) return error ? <Refusal error={error} /> : <Waiting />;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map(({ id, begunAt, usedAt, current }) => (
        <Box
          component="li"
          key={id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            py: 1,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ mr: 'auto' }}>
            Since <Time iso={begunAt} />, last used <Time iso={usedAt} />
          </Box>
          {current ? (
            'This device'
          ) : (
            <ActionButton
              label="End"
              pending="Ending…"
              title="End this session?"
              explain="That device has to log in again."
              done="The session has ended."
              size="small"
              danger
              run={() => ownSecurity.endSession(id)}
              onDone={() => void client.invalidateQueries({ queryKey: SESSIONS })}
            />
          )}
        </Box>
      ))}
    </Box>
  );
}
