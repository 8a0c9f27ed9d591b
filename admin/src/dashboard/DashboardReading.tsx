import { useIsOffline } from 'react-admin';
import { StaleNotice, Unread, useFailure } from '../ui/Reading.js';

export interface Read {
  data?: unknown;
  error: unknown;
  /** The unit is ms UTC. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

export function DashboardReading({ reads }: { reads: readonly Read[] }) {
  const isOffline = useIsOffline();
  const isRead = reads.every(({ data }) => data !== undefined);
  const isWell = isRead && reads.every(({ error }) => !error);
  const failure = useFailure(reads.find(({ error }) => error)?.error, isWell);
  const again = () => {
    for (const read of reads) void read.refetch();
  };
  if (isRead) {
    return <StaleNotice error={failure} onAgain={again} at={Math.min(...reads.map((read) => read.dataUpdatedAt))} />;
  }
  return failure || isOffline ? <Unread error={failure} onAgain={again} /> : null;
}
