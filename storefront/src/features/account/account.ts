import type { AccountInfo, BillingAddress } from '@supreme-access/contract/api-types.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api/api.js';
import type { SendIntent } from '../../api/intent.js';
import { followAccount, useSession } from '../../api/session.js';

export function useAccount() {
  return useQuery({
    queryKey: ['account'],
    queryFn: async () => {
      const account = await api.get<AccountInfo>('/api/user/info');
      followAccount(account);
      return account;
    },
    enabled: useSession() !== null,
  });
}

export function useRefresh() {
  const client = useQueryClient();
  return useCallback(
    async (...keys: ('account' | 'profiles' | 'orders')[]) => {
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    [client],
  );
}

export interface DetailChanges {
  name?: string;
  phone?: string;
  email?: string;
}

export async function updateDetails(send: SendIntent, updates: DetailChanges, password?: string): Promise<void> {
  const body = { updates, ...(password ? { password } : {}) };
  await send('/api/user/updateProfile', body, () => body);
}

export async function setBilling(send: SendIntent, billingAddress: BillingAddress, token?: string): Promise<void> {
  const body = { billingAddress, ...(token ? { token } : {}) };
  await send('/api/user/billing/set', body, () => body);
}
