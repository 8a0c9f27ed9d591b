import { Intent } from '@supreme-access/contract/intents.js';
import { useEffect, useRef, useState } from 'react';
import { HttpError, useLogoutIfAccessDenied } from 'react-admin';

export interface BulkRow {
  id: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  reason: string | null;
}

/** HTTP statuses that end the session, so that every other row would fail the same. */
const SIGNED_OUT = [401, 403];

/**
 * Runs one command per row, in sequence. A row keeps its Idempotency-Key when it is tried again, so that a lost answer
 * causes no second effect. `stop` lets the running row finish.
 */
export function useBulkRun(ids: readonly string[], run: (id: string, key: string) => Promise<unknown>) {
  const [rows, setRows] = useState(() => ids.map((id): BulkRow => ({ id, state: 'waiting', reason: null })));
  const [keys] = useState(() => new Map(ids.map((id) => [id, new Intent().keyFor(id)])));
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const stop = () => {
    isStopped.current = true;
  };
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );

  const report = (id: string, state: BulkRow['state'], reason: string | null = null) =>
    setRows((before) => before.map((row) => (row.id === id ? { id, state, reason } : row)));

  const step = async (id: string) => {
    report(id, 'running');
    try {
      await run(id, keys.get(id) ?? '');
      report(id, 'done');
    } catch (error) {
      report(id, 'failed', error instanceof Error ? error.message : String(error));
      if (!(error instanceof HttpError) || !SIGNED_OUT.includes(error.status)) return;
      stop();
      await logoutIfAccessDenied(error);
    }
  };

  const start = async () => {
    isStopped.current = false;
    setRunning(true);
    for (const { id } of rows.filter(({ state }) => state !== 'done')) {
      if (isStopped.current) break;
      await step(id);
    }
    setRunning(false);
  };

  return { rows, isRunning, start, stop };
}
