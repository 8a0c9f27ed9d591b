import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Intent } from '@supreme-access/contract/intents.js';
import type { AuditRun, HealPlan, RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useLogoutIfAccessDenied, useNotify } from 'react-admin';
import { useMayWrite } from '../ui/ActionButton.js';
import { Facts } from '../ui/Facts.js';
import { Mono } from '../ui/Mono.js';
import { Refusal } from '../ui/Refusal.js';
import { runsApi } from './runs-api.js';

interface HealProps {
  run: AuditRun;
  finding: RunFinding;
}

/** Admins and auditors see what would be appended; only admins confirm it. */
export function HealButton(props: HealProps) {
  const [open, setOpen] = useState(false);
  const mayWrite = useMayWrite();
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {mayWrite ? 'Fix' : 'Preview the fix'}
      </Button>
      {open && <HealDialog {...props} mayWrite={mayWrite} onClose={() => setOpen(false)} />}
    </>
  );
}

function HealDialog({ run, finding, mayWrite, onClose }: HealProps & { mayWrite: boolean; onClose: () => void }) {
  const heading = useId();
  const { data, error, isPending } = useQuery({
    queryKey: ['audit', 'heal', run.id, finding.id],
    queryFn: ({ signal }) => runsApi.plan(run.id, finding.id, signal),
    gcTime: 0,
    staleTime: 0,
  });
  const heal = useHeal(run, finding, onClose);
  const canHeal = data !== undefined && data.events.length > 0;
  return (
    <Dialog open onClose={() => !heal.isPending && onClose()} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>Add these events to the order?</DialogTitle>
      <DialogContent>
        {isPending && <Typography role="status">Asking Stripe or the retailer…</Typography>}
        <Refusal error={error ?? heal.error} />
        {data && <Plan plan={data} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={heal.isPending}>
          Back
        </Button>
        {mayWrite && canHeal && (
          <Button variant="contained" disabled={heal.isPending} onClick={() => heal.mutate(data.shown)}>
            {heal.isPending ? 'Adding…' : 'Add events'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function useHeal(run: AuditRun, finding: RunFinding, onClose: () => void) {
  const [intent] = useState(() => new Intent());
  const notify = useNotify();
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  return useMutation({
    mutationFn: (shown: string) => runsApi.heal(run.id, { finding: finding.id, shown }, intent.keyFor(shown)),
    onSuccess: async () => {
      notify('The events were added.', { type: 'success' });
      onClose();
      await client.invalidateQueries({ queryKey: ['audit'] });
    },
    onError: async (failure) => {
      await logoutIfAccessDenied(failure);
    },
  });
}

function Plan({ plan: { events, reason } }: { plan: HealPlan }) {
  if (events.length === 0) return <Typography>{reason}</Typography>;
  return (
    <>
      <Typography sx={{ pb: 1 }}>
        Stripe or the retailer confirms this now. These events are added, and the jobs that follow from them run:
      </Typography>
      {events.map(({ type, data }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the plan is shown as it came, and never reordered
        <Box key={index} sx={{ pb: 1.5 }}>
          <Typography sx={{ fontWeight: 600 }}>{type}</Typography>
          <Facts
            facts={Object.fromEntries(
              Object.entries(data).map(([name, value]) => [name, <Value key={name} value={value} />]),
            )}
          />
        </Box>
      ))}
    </>
  );
}

function Value({ value }: { value: unknown }) {
  return (
    <Mono sx={{ overflowWrap: 'anywhere' }}>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</Mono>
  );
}
