import { Box } from '@mui/material';
import type { AdminInvitation } from '@supreme-access/contract/api-types.js';
import { RecordContextProvider, ReferenceField, useListContext } from 'react-admin';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { InvitationState } from './InvitationState.js';
import { Invitee } from './InvitationTable.js';
import { RevokeInvitationButton } from './RevokeInvitationButton.js';
import { ROLE_NAMES } from './roles.js';

/** The list on a phone. */
export function InvitationRows() {
  const { data = [] } = useListContext<AdminInvitation>();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'text.primary' }}>
      {data.map((invitation) => (
        <RecordContextProvider key={invitation.id} value={invitation}>
          <Box component="li" sx={{ display: 'flex', gap: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Invitee invitation={invitation} />
              <Box>{ROLE_NAMES[invitation.role ?? 'shopper']}</Box>
              <InvitationState invitation={invitation} />
              {invitation.usedBy && (
                <Box>
                  by <ReferenceField source="usedBy" reference="accounts" link="show" />
                </Box>
              )}
              <Mono sx={{ display: 'block', color: 'text.secondary' }}>until {instant(invitation.expiresAt)}</Mono>
            </Box>
            <Box sx={{ ml: 'auto' }}>
              <RevokeInvitationButton />
            </Box>
          </Box>
        </RecordContextProvider>
      ))}
    </Box>
  );
}
