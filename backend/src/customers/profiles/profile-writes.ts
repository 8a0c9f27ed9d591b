import { Injectable } from '@nestjs/common';
import type { ProfileInput } from '@supreme-access/contract/sealing.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { uuidV5 } from '../../event-sourcing/ids.js';
import { BrowserKeys } from '../../http/encryption/browser-keys.js';
import { Profiles } from './profiles.js';
import { readProfile } from './read-profile.js';
import { SavedProfiles } from './saved-profiles.js';

interface SavedAnswer {
  profileId: string;
  /** refunds of such orders need an admin, so the shopper gets a warning */
  poBox: boolean;
}

@Injectable()
export class ProfileWrites {
  constructor(
    private readonly keys: BrowserKeys,
    private readonly profiles: Profiles,
    private readonly saved: SavedProfiles,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** A repeated command makes the same profile. @throws Refused 'profile-invalid' | 'too-many-profiles' */
  async add(jwe: string, accountId: string, metadata: CommandMetadata): Promise<SavedAnswer> {
    const input = await this.open(jwe, accountId, metadata);
    const profileId = uuidV5(metadata.commandId, 'profile');
    if (await this.saved.isFull(accountId, profileId)) {
      throw new Refused('too-many-profiles', 'conflict', 'You have too many profiles. Remove one first.');
    }
    return this.save(profileId, { ...input, card: input.card ?? {} }, accountId, metadata);
  }

  /** @throws Refused 'not-found' | 'profile-invalid' | 'profile-changed' */
  async edit(jwe: string, accountId: string, metadata: CommandMetadata): Promise<SavedAnswer> {
    const input = await this.open(jwe, accountId, metadata);
    if (typeof input.profileId !== 'string' || input.profileId === '') throw profileInvalid();
    await this.profiles.findOwn(input.profileId, accountId);
    return this.save(input.profileId, input, accountId, metadata);
  }

  async remove(profileId: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    await this.profiles.remove(profileId, accountId, metadata);
  }

  private open(
    jwe: string,
    accountId: string,
    { commandId }: CommandMetadata,
  ): Promise<Partial<Record<keyof ProfileInput, unknown>>> {
    return this.keys.open(jwe, { audience: 'profile', subject: accountId, commandId, now: this.profiles.now() });
  }

  private async save(
    profileId: string,
    input: object,
    accountId: string,
    metadata: CommandMetadata,
  ): Promise<SavedAnswer> {
    const testCardsOnly = this.config.stripe.secretKey === null;
    const read = readProfile(input, { now: this.profiles.now(), testCardsOnly });
    if (!read) throw profileInvalid();
    await this.profiles.save(profileId, { accountId, subject: `account-${accountId}` }, read, metadata);
    return { profileId, poBox: read.poBox };
  }
}

function profileInvalid(): Refused {
  return new Refused('profile-invalid', 'invalid', TEXTS.profile);
}
