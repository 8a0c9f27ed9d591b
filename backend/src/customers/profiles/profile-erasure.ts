import { Injectable } from '@nestjs/common';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import { type PersonalDataHolder, PersonalDataPart } from '../../event-sourcing/personal-data.js';
import { Reads } from '../../projections/reads.js';
import { CardVault } from './card-vault.js';
import { EraseProfile, profile, RemoveProfile } from './profile.js';
import { profilesProjection, profileView } from './profiles.projection.js';

@PersonalDataPart()
@Injectable()
export class ProfileErasure implements PersonalDataHolder {
  readonly turn = 2;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly cards: CardVault,
  ) {}

  async erase(accountId: string, metadata: CommandMetadata): Promise<void> {
    const profiles = await this.reads.find(profilesProjection, { where: { ownerId: accountId } });
    for (const { profileId } of profiles) await this.eraseProfile(profileId, metadata);
  }

  async empty(accountId: string, before: number, metadata: CommandMetadata): Promise<void> {
    const profiles = await this.reads.find(profilesProjection, { where: { accountId } });
    for (const { profileId, savedAt } of profiles) {
      if (savedAt >= before) continue;
      await this.commands.execute(profile, new RemoveProfile(profileId, { accountId }, derivedMetadata(metadata)));
    }
  }

  async eraseProfile(profileId: string, metadata: CommandMetadata): Promise<void> {
    const { secrets, forgotten } = await this.commands.state(profile, profileId);
    for (const secret of [...secrets, ...forgotten]) await this.cards.forget(secret);
    await this.commands.execute(profile, new EraseProfile(profileId, {}, derivedMetadata(metadata)));
  }

  async collect(accountId: string): Promise<Record<string, unknown>> {
    const profiles = await this.reads.find(profilesProjection, { where: { ownerId: accountId } });
    const onFile = await this.cards.codesOnFile(profiles.map(({ codeRecord }) => codeRecord));
    return {
      profiles: profiles.map((doc) => ({
        ...profileView(doc, onFile.has(doc.codeRecord ?? '')),
        savedAt: new Date(doc.savedAt).toISOString(),
        removed: doc.accountId === null,
      })),
    };
  }
}
