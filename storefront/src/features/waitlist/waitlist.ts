import type { PublicProduct, WaitingPlace } from '@supreme-access/contract/api-types.js';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { useIntent } from '../../api/intent.js';
import { useSession } from '../../api/session.js';

export interface WaitWish {
  profileId: string;
  size: string;
  style: string;
}
interface Answer {
  places: WaitingPlace[];
}

const pathOf = (productId: string) => `/api/user/products/${encodeURIComponent(productId)}/waitlist`;

/** Where the signed-in person stands; asked again whenever the drop's stream tells that the line or the slots have changed. */
export function usePlaces({ productId, waiting, reserved, totalStock }: PublicProduct, asked: boolean): WaitingPlace[] {
  const isSignedIn = useSession() !== null;
  const { data } = useQuery({
    queryKey: ['waitlist', productId, waiting, reserved, totalStock],
    queryFn: () => api.get<Answer>(pathOf(productId)),
    placeholderData: keepPreviousData,
    enabled: isSignedIn && asked,
  });
  return isSignedIn && asked ? (data?.places ?? []) : [];
}

export function useLine({ productId }: PublicProduct) {
  const send = useIntent();
  const client = useQueryClient();
  const told = () => client.invalidateQueries({ queryKey: ['waitlist', productId] });
  const join = async (wish: WaitWish) => {
    await send<Answer>(pathOf(productId), wish, () => wish);
    await told();
  };
  const leave = async (profileId: string) => {
    await api.delete<Answer>(`${pathOf(productId)}?profileId=${encodeURIComponent(profileId)}`);
    await told();
  };
  return { join, leave };
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** '3rd' */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

/** '9:05', what is left; never below zero. */
export function minutesLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
