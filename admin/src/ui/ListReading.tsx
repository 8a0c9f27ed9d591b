import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type GetListResult, useIsOffline, useListContext } from 'react-admin';
import { StaleLine, Unread, useFailure } from './Reading.js';

export interface ListReadingProps {
  /** in place of the rows where there are none */
  empty: ReactNode;
  children: ReactNode;
}

/** The rows of the list around it, or that they are loading, failed or offline; over kept rows, since when they stand. */
export function ListReading({ empty, children }: ListReadingProps) {
  const { data, total, error, isPlaceholderData, refetch } = useListContext();
  const isOffline = useIsOffline();
  const failure = useFailure(error, data !== undefined && !isPlaceholderData);
  const at = useReadAt();
  const again = () => void refetch();
  // until the answer is there, rows of the filter before it stand for it
  const isRead = data !== undefined && !(isPlaceholderData && (isOffline || failure));
  if (!isRead) return <Unread error={failure} onAgain={again} />;
  return (
    <>
      <StaleLine error={failure} onAgain={again} at={at} />
      {total === 0 ? empty : children}
    </>
  );
}

/** When what the list shows was read, ms UTC: its context does not tell. */
function useReadAt(): number | undefined {
  const { data, resource } = useListContext();
  const reads = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [resource, 'getList'] });
  return reads.find(({ state }) => (state.data as GetListResult | undefined)?.data === data)?.state.dataUpdatedAt;
}
