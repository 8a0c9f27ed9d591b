import type { PromoLookup } from '@supreme-access/contract/api-types.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '../../api/api.js';

const ENTRY = 'promoCode';
const KEY = ['promo'];

export function useKeepPromoCode(): void {
  const { search } = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    const code = new URLSearchParams(search).get(ENTRY)?.trim();
    if (!code || code === localStorage.getItem(ENTRY)) return;
    localStorage.setItem(ENTRY, code);
    void client.resetQueries({ queryKey: KEY });
  }, [search, client]);
}

async function lookUp(): Promise<PromoLookup | null> {
  const code = localStorage.getItem(ENTRY);
  if (!code) return null;
  try {
    return await api.get<PromoLookup>(`/api/promoLookup?promoCode=${encodeURIComponent(code)}`);
  } catch {
    localStorage.removeItem(ENTRY);
    return null;
  }
}

export function usePromo(): { promo: PromoLookup | null; clear(): void } {
  const client = useQueryClient();
  const { data = null } = useQuery({ queryKey: KEY, queryFn: lookUp, staleTime: 60_000 });
  const clear = () => {
    localStorage.removeItem(ENTRY);
    client.setQueryData(KEY, null);
  };
  return { promo: data, clear };
}
