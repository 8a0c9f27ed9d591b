import type { AccountInfo } from '@supreme-access/contract/shapes/people.js';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api.js';
import { onSessionChange, readSession } from './session.js';

/** Prefixes of the keys of public data, which stays when a session ends. */
const PUBLIC = ['products', 'product', 'promo', 'action', 'settings', 'stripe'];

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
  let owner = readSession()?.uuid;
  onSessionChange(() => {
    followName(client);
    if (readSession()?.uuid === owner) return;
    owner = readSession()?.uuid;
    client.removeQueries({ predicate: ({ queryKey: [first] }) => !PUBLIC.some((key) => key === first) });
  });
  return client;
}

/** An answer that was requested before the event of a stream would undo what the event has changed. */
export function refetchPending(client: QueryClient, queryKey: QueryKey): void {
  const filters = { queryKey, exact: true };
  if (client.isFetching(filters) > 0) void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
}

function followName(client: QueryClient): void {
  const session = readSession();
  const account = client.getQueryData<AccountInfo>(['account']);
  if (!session || account?.uuid !== session.uuid || account.name === session.name) return;
  client.setQueryData(['account'], { ...account, name: session.name });
}
