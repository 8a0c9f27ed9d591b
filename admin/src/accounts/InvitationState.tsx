import { Box } from '@mui/material';
import type { AdminInvitation, InvitationStanding } from '@supreme-access/contract/api-types.js';

export const STATE_NAMES: Record<InvitationStanding, string> = {
  open: 'Open',
  used: 'Used',
  expired: 'Expired',
  revoked: 'Revoked',
};
const MAILS: Record<AdminInvitation['mail'], string> = {
  none: 'not mailed',
  waiting: 'mail waits',
  sent: 'mailed',
  'not-sent': 'mail not sent',
};

/** How an invitation stands, and what became of its mail. */
export function InvitationState({ invitation: { state, mail } }: { invitation: AdminInvitation }) {
  const color = state === 'open' ? 'warning.main' : state === 'used' ? 'success.main' : 'text.secondary';
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ color, fontWeight: 600 }}>
        {STATE_NAMES[state]}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{`, ${MAILS[mail]}`}</Box>
    </Box>
  );
}
