import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type GetListResult, useIsOffline, useListContext } from 'react-admin';
import { StaleNotice, Unread, useFailure } from './Reading.js';

export interface ListReadingProps {
  empty: ReactNode;
  children: ReactNode;
}

export function ListReading({ empty, children }: ListReadingProps) {
  const { data, total, error, isPlaceholderData, refetch } = useListContext();
  const isOffline = useIsOffline();
  const failure = useFailure(error, data !== undefined && !isPlaceholderData);
  const at = useReadAt();
  const again = () => void refetch();
  // Until an answer arrives, react-admin keeps the rows of the previous filter.
  const isRead = data !== undefined && !(isPlaceholderData && (isOffline || failure));
  if (!isRead) return <Unread error={failure} onAgain={again} />;
  return (
    <>
      <StaleNotice error={failure} onAgain={again} at={at} />
      {total === 0 ? empty : children}
    </>
  );
}

/** The read time of the list, ms UTC, which react-admin's list context does not have. */
function useReadAt(): number | undefined {
  const { data, resource } = useListContext();
  const reads = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [resource, 'getList'] });
  return reads.find(({ state }) => (state.data as GetListResult | undefined)?.data === data)?.state.dataUpdatedAt;
}
