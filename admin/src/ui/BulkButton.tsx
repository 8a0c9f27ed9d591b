import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useListContext, useRefresh, useResourceContext, useUnselect } from 'react-admin';
import { type BulkRow, useBulkRun } from './bulk-run.js';

export interface BulkButtonProps {
  label: string;
  title: string;
  explain: string;
  icon?: ReactNode;
  /** `key` is the row's own Idempotency-Key for every attempt. */
  run: (id: string, key: string) => Promise<unknown>;
  nameOf: (id: string) => ReactNode;
}

export function BulkButton(props: BulkButtonProps) {
  const { selectedIds } = useListContext();
  const [chosen, setChosen] = useState<string[] | null>(null);
  return (
    <>
      <Button size="small" startIcon={props.icon} onClick={() => setChosen(selectedIds.map(String))}>
        {props.label}
      </Button>
      {chosen && <BulkDialog {...props} ids={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

interface BulkDialogProps extends BulkButtonProps {
  ids: readonly string[];
  onClose: () => void;
}

function BulkDialog({ label, title, explain, run, nameOf, ids, onClose }: BulkDialogProps) {
  const { rows, isRunning, start, stop } = useBulkRun(ids, run);
  const unselect = useUnselect(useResourceContext());
  const refresh = useRefresh();
  const heading = useId();
  const isBegun = rows.some(({ state }) => state !== 'waiting');
  const left = rows.filter(({ state }) => state !== 'done').length;
  const close = () => {
    if (isRunning) return;
    unselect(rows.filter(({ state }) => state === 'done').map(({ id }) => id));
    if (isBegun) refresh();
    onClose();
  };
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={heading}>
      <DialogTitle id={heading}>{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ pb: 1.5 }}>{explain}</Typography>
        <Progress rows={rows} />
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pt: 1 }}>
          {rows.map((row) => (
            <BulkResult key={row.id} row={row} name={nameOf(row.id)} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={close}>{isBegun ? 'Close' : 'Back'}</Button>
        )}
        {(isRunning || left > 0) && (
          <Button variant="contained" disabled={isRunning} onClick={() => void start()}>
            {isBegun && !isRunning ? 'Try the rest again' : label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Progress({ rows }: { rows: readonly BulkRow[] }) {
  const count = (wanted: BulkRow['state']) => rows.filter(({ state }) => state === wanted).length;
  const [done, failed] = [count('done'), count('failed')];
  return (
    <>
      <LinearProgress
        variant="determinate"
        value={rows.length === 0 ? 0 : ((done + failed) / rows.length) * 100}
        aria-label="Progress"
        color="inherit"
      />
      <Typography role="status" sx={{ pt: 1, fontWeight: 600 }}>
        {`${done} of ${rows.length} done${failed > 0 ? `, ${failed} not done` : ''}`}
      </Typography>
    </>
  );
}

const WORDS: Record<BulkRow['state'], { text: string; color: string }> = {
  waiting: { text: 'Waiting', color: 'text.secondary' },
  running: { text: 'Running…', color: 'warning.main' },
  done: { text: 'Done', color: 'success.main' },
  failed: { text: 'Not done', color: 'error.main' },
};

function BulkResult({ row: { state, reason }, name }: { row: BulkRow; name: ReactNode }) {
  const { text, color } = WORDS[state];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 2,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}>{name}</Box>
      <Box sx={{ color, fontWeight: 600, fontSize: '0.8125rem' }}>{text}</Box>
      {reason && <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem' }}>{reason}</Box>}
    </Box>
  );
}
