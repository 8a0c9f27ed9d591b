import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import { useIsOffline } from 'react-admin';
import { clock } from './format.js';
import { Mono } from './Mono.js';
import { Refusal, reasonOf } from './Refusal.js';
import { Waiting } from './Waiting.js';

export interface ReadingProps {
  /** what the last try to read came to */
  error: unknown;
  onAgain: () => void;
}

/** Why something could not be read: said until it was, also while it is tried again. */
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

function Line({ children, again }: { children: ReactNode; again?: ReactNode }) {
  return (
    <Box sx={{ borderTop: 1, borderColor: 'text.primary', py: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <Typography role="status" component="div" sx={{ flex: '1 1 240px', alignSelf: 'center' }}>
        {children}
      </Typography>
      {again}
    </Box>
  );
}

/** Above what was read before, where it could not be read anew. `at`: when it was read, ms UTC. */
export function StaleLine({ error, onAgain, at }: ReadingProps & { at: number | undefined }) {
  const isOffline = useIsOffline();
  if (!error && !isOffline) return null;
  return (
    <Line again={!isOffline && <Again onAgain={onAgain} />}>
      {isOffline ? 'You are offline. ' : `${reasonOf(error)} `}
      {at !== undefined && (
        <>
          Last updated <Mono sx={{ whiteSpace: 'nowrap' }}>{clock(new Date(at).toISOString())}</Mono>.
        </>
      )}
    </Line>
  );
}

/** In place of what was never read: why not, or that it is under way. */
export function Unread({ error, onAgain }: ReadingProps) {
  const isOffline = useIsOffline();
  if (isOffline) return <Line>You are offline. This loads as soon as you are back online.</Line>;
  if (!error) return <Waiting />;
  const again = (
    <Button color="inherit" size="small" onClick={onAgain}>
      Try again
    </Button>
  );
  return <Refusal error={error} action={again} />;
}
