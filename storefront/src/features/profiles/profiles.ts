import type { ProfileInput } from '@supreme-access/contract/sealing.js';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.js';
import { encryption } from '../../api/chunks.js';
import type { SendIntent } from '../../api/intent.js';

export function profileTitle({ profileName }: Pick<ProfileView, 'profileName'>): string {
  return profileName.trim() || 'Main Profile';
}

/** The saved profiles: the server encrypts them to this page's key, and this page decrypts them. */
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

export async function saveProfile(send: SendIntent, profile: ProfileInput): Promise<void> {
  const path = profile.profileId ? '/api/user/profiles/edit' : '/api/user/profiles/add';
  await send(path, profile, async () => ({ eProfile: await (await encryption()).encryptFor('profile', profile) }));
}
