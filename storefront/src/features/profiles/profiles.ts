import { useQuery } from '@tanstack/react-query';
import type { CardInput, ProfileInput, ProfileView } from '../../../../backend/src/contract/api-types.js';
import { api } from '../../api.js';
import type { SendIntent } from '../../intent.js';
import { loadChunk } from '../../lazy-page.js';

const encryption = () => loadChunk(() => import('../../encryption.js'));

/** The saved profiles: the server encrypts them to this page's key, and they are opened here. */
export function useProfiles() {
  return useQuery({ queryKey: ['profiles'], queryFn: loadProfiles });
}

async function loadProfiles(): Promise<ProfileView[]> {
  const key = await (await encryption()).pageKey();
  const sealed = await api.get<{ profileId: string; eProfile: string }[]>('/api/user/profiles', {
    'x-client-key': key.header,
  });
  return Promise.all(
    sealed.map(async ({ profileId, eProfile }) => ({ ...(await key.open<ProfileView>(eProfile)), profileId })),
  );
}

/** Turns a card into a provider token, which also proves that the provider takes the card. `zip` is of the billing address. */
export async function cardToken(send: SendIntent, card: CardInput, zip: string | null): Promise<string> {
  const data = { ...card, ...(zip ? { address_zip: zip } : {}) };
  const answer = await send<{ token: { id: string } }>('/api/user/billing/genToken', data, async () => ({
    card: await (await encryption()).encryptFor('card', data),
  }));
  return answer.token.id;
}

/** Adds a profile, or edits the one whose id it carries; without a card an edit keeps the card. */
export async function saveProfile(send: SendIntent, profile: ProfileInput): Promise<void> {
  const path = profile.profileId ? '/api/user/profiles/edit' : '/api/user/profiles/add';
  await send(path, profile, async () => ({ eProfile: await (await encryption()).encryptFor('profile', profile) }));
}
