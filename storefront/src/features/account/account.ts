import type { AccountInfo, BillingAddress } from '@supreme-access/contract/shapes/people.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError, api } from '../../api/api.js';
import type { SendIntent } from '../../api/intent.js';
import { followAccount, readSession, useSession } from '../../api/session.js';

const ACCOUNT = {
  queryKey: ['account'],
  queryFn: async () => {
    const account = await api.get<AccountInfo>('/api/user/info');
    followAccount(account);
    return account;
  },
};

export function useAccount() {
  return useQuery({ ...ACCOUNT, enabled: useSession() !== null });
}

/**
 * The account that was signed in when the screen opened, requested once. Hazard: an answer that the session has
 * ended reloads the page and loses what was typed.
 */
export function useInitialAccount() {
  const [isSignedIn] = useState(() => readSession() !== null);
  const once = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false };
  return useQuery({ ...ACCOUNT, ...once, enabled: isSignedIn });
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

export interface OwnProof {
  password: string;
  otp?: string;
}

export function asksForOwnCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'otp-required';
}

export interface DetailChanges {
  name?: string;
  phone?: string;
  email?: string;
}

export async function updateDetails(send: SendIntent, updates: DetailChanges, proof?: OwnProof): Promise<void> {
  const body = { updates, ...proof };
  await send('/api/user/updateProfile', body, () => body);
}

export async function setBilling(send: SendIntent, billingAddress: BillingAddress, token?: string): Promise<void> {
  const body = { billingAddress, ...(token ? { token } : {}) };
  await send('/api/user/billing/set', body, () => body);
}
