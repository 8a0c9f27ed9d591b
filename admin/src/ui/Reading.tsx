import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { useIsOffline } from 'react-admin';
import { clock } from './format.js';
import { Mono } from './Mono.js';
import { Refusal, reasonOf } from './Refusal.js';
import { Waiting } from './Waiting.js';

export interface ReadingProps {
  error: unknown;
  onAgain: () => void;
}

/** The last failure of a read, kept until one succeeds. */
export function useFailure(error: unknown, isRead: boolean): unknown {
  const failure = useRef<unknown>(null);
  if (error) failure.current = error;
  else if (isRead) failure.current = null;
  return failure.current;
}

function Again({ onAgain }: Pick<ReadingProps, 'onAgain'>) {
  return (
    <Button variant="outlined" size="small" onClick={onAgain}>
      Try again
    </Button>
  );
}

function ReadingStatus({ children, again }: { children: ReactNode; again?: ReactNode }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: 'text.primary', py: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Typography role="status" component="div" sx={{ flex: '1 1 240px', alignSelf: 'center' }}>
        {children}
      </Typography>
      {again}
    </Box>
  );
}

/** Shown above old data after a failed read. `at` is the time of the last read, ms UTC. */
export function StaleNotice({ error, onAgain, at }: ReadingProps & { at: number | undefined }) {
  const isOffline = useIsOffline();
  if (!error && !isOffline) return null;
  return (
    <ReadingStatus again={!isOffline && <Again onAgain={onAgain} />}>
      {isOffline ? 'You are offline. ' : `${reasonOf(error)} `}
      {at !== undefined && (
        <>
          Last updated <Mono sx={{ whiteSpace: 'nowrap' }}>{clock(new Date(at).toISOString())}</Mono>.
        </>
      )}
    </ReadingStatus>
  );
}

export function Unread({ error, onAgain }: ReadingProps) {
  const isOffline = useIsOffline();
  if (isOffline) return <ReadingStatus>You are offline. This loads as soon as you are back online.</ReadingStatus>;
  if (!error) return <Waiting />;
  const again = (
    <Button color="inherit" size="small" onClick={onAgain}>
      Try again
    </Button>
  );
  return <Refusal error={error} action={again} />;
}
