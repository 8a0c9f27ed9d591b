import { Injectable } from '@nestjs/common';
import type { ListedProfile, MaskedProfile } from '@supreme-access/contract/shapes/people.js';
import { Commands } from '../../event-sourcing/commands.js';
import { encryptForClient, readClientKey } from '../../http/encryption/seal-for-client.js';
import { Reads } from '../../projections/reads.js';
import { CardVault } from './card-vault.js';
import { profile } from './profile.js';
import { type ProfileDoc, profilesProjection, profileView } from './profiles.projection.js';

export const PROFILES_MAX = 100;

@Injectable()
export class SavedProfiles {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly cards: CardVault,
  ) {}

  /** @throws Refused 'client-key-invalid' */
  async list(accountId: string, header: string | undefined): Promise<ListedProfile[]> {
    const clientKey = header === undefined ? undefined : await readClientKey(header);
    const { docs, onFile } = await this.read(accountId);
    const views = docs.map((doc) => profileView(doc, onFile.has(doc.codeRecord ?? '')));
    return Promise.all(
      views.map(async (profile) => {
        const { profileId } = profile;
        return clientKey === undefined
          ? { profileId, profile }
          : { profileId, eProfile: await encryptForClient(clientKey, profile) };
      }),
    );
  }

  async masked(accountId: string): Promise<MaskedProfile[]> {
    const { docs, onFile } = await this.read(accountId);
    return docs.map((doc) => masked(doc, onFile.has(doc.codeRecord ?? '')));
  }

  /** Whether there is no room for `added`. Read models may still list a removed profile, so this checks each state. */
  async isFull(accountId: string, added: string): Promise<boolean> {
    const docs = await this.reads.find(profilesProjection, { where: { accountId }, limit: PROFILES_MAX });
    if (docs.length < PROFILES_MAX || docs.some(({ profileId }) => profileId === added)) return false;
    const states = await Promise.all(docs.map(({ profileId }) => this.commands.state(profile, profileId)));
    return states.every(({ status }) => status === 'saved');
  }

  private async read(accountId: string) {
    const sort = [['savedAt', 'asc']] as const;
    const docs = await this.reads.find(profilesProjection, { where: { accountId }, sort, limit: PROFILES_MAX });
    return { docs, onFile: await this.cards.codesOnFile(docs.map(({ codeRecord }) => codeRecord)) };
  }
}

function masked({ profileId, profileName, shipping, card, savedAt }: ProfileDoc, codeOnFile: boolean): MaskedProfile {
  const { firstName, lastName, city, country } = shipping;
  return {
    id: profileId,
    profileName,
    name: `${firstName} ${lastName}`.trim(),
    city,
    country,
    cardBrand: card.brand,
    cardLast4: card.last4,
    codeOnFile,
    savedAt: new Date(savedAt).toISOString(),
  };
}
