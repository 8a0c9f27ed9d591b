import { browserEntries } from '@supreme-access/contract/entries.js';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import type { PromoLookup } from '@supreme-access/contract/shapes/products.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError, api } from '../../api/api.js';

const ENTRY = 'promoCode';
/** The code that a link replaced; it returns when the new one is refused. */
const BEFORE = 'promoCodeBefore';
const KEY = ['promo'];

interface PromoState {
  promo: PromoLookup | null;
  refused: string | null;
}

const NONE: PromoState = { promo: null, refused: null };

export function useKeepPromoCode(): void {
  const { search } = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    const code = parameterOf(new URLSearchParams(search), ENTRY);
    const before = browserEntries.get(ENTRY);
    if (!code || code === before) return;
    if (before) browserEntries.set(BEFORE, before);
    browserEntries.set(ENTRY, code);
    void client.resetQueries({ queryKey: KEY });
  }, [search, client]);
}

async function lookUp(): Promise<PromoState> {
  const code = browserEntries.get(ENTRY);
  if (!code) return NONE;
  const promo = await ask(code);
  if (promo !== null) {
    browserEntries.remove(BEFORE);
    return { promo, refused: null };
  }
  forget();
  return { promo: (await lookUp()).promo, refused: code };
}

/**
 * Null when the server refuses the code. @throws ApiError without an answer: a bad network must not lose a good code
 */
async function ask(code: string): Promise<PromoLookup | null> {
  try {
    return await api.get<PromoLookup>(`/api/promoLookup?promoCode=${encodeURIComponent(code)}`);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'promo-invalid') return null;
    throw error;
  }
}

function forget(): void {
  const before = browserEntries.get(BEFORE);
  browserEntries.remove(BEFORE);
  if (before) browserEntries.set(ENTRY, before);
  else browserEntries.remove(ENTRY);
}

interface UsedPromo extends PromoState {
  /** Hazard: a purchase while the code is looked up would miss its discount. */
  isLookingUp: boolean;
  /** The code without an answer, which sets no price. */
  unknown: string | null;
  lookAgain(): void;
  clear(): void;
}

export function usePromo(): UsedPromo {
  const client = useQueryClient();
  const {
    data = NONE,
    isPending,
    isLoadingError,
    refetch,
  } = useQuery({ queryKey: KEY, queryFn: lookUp, staleTime: 60_000 });
  const clear = () => {
    browserEntries.remove(ENTRY);
    client.setQueryData<PromoState>(KEY, { promo: null, refused: data.promo?.promoCode ?? null });
  };
  const code = browserEntries.get(ENTRY);
  return {
    ...data,
    isLookingUp: isPending && code !== null,
    unknown: isLoadingError ? code : null,
    lookAgain: () => void refetch(),
    clear,
  };
}
