import { Injectable } from '@nestjs/common';
import type { CheckedCard } from '@supreme-access/contract/cards.js';
import type { ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { InjectClock } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { isUuid } from '../../event-sourcing/ids.js';
import { Secrets } from '../../stores/vault/secrets.js';
import { CardVault } from './card-vault.js';
import { cardFingerprint, personKey } from './person-key.js';
import { type CardFacts, mayBeSavedBy, type ProfileState, profile, RemoveProfile, SaveProfile } from './profile.js';
import type { ReadProfile } from './read-profile.js';

interface Owner {
  accountId: string | null;
  subject: string;
}

/** Writes card records before the event that names them. */
@Injectable()
export class Profiles {
  constructor(
    private readonly commands: Commands,
    private readonly cards: CardVault,
    private readonly secrets: Secrets,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** ms UTC */
  now(): number {
    return this.clock();
  }

  personOf(cardDigits: string, { address1, zip, country }: ProfileAddress): string {
    return personKey(this.secrets.get('person'), { cardDigits, address1, zip, country });
  }

  fingerprintOf(cardDigits: string): string {
    return cardFingerprint(this.secrets.get('fingerprint'), cardDigits);
  }

  /** @throws Refused 'not-found' when the profile belongs to another account */
  async findOwn(profileId: string, accountId: string): Promise<ProfileState> {
    // Unbounded input must not become a stream name.
    if (!isUuid(profileId)) throw noSuch('profile');
    const state = await this.commands.state(profile, profileId);
    if (state.status !== 'saved' || state.accountId !== accountId) throw noSuch('profile');
    return state;
  }

  /** @throws Refused 'not-found' | 'card-missing' | 'profile-changed' */
  async save(
    profileId: string,
    owner: Owner,
    read: ReadProfile,
    metadata: CommandMetadata,
  ): Promise<{ state: ProfileState; personKey: string }> {
    const { card, matchInfo, poBox, streetConfirmed, ...contact } = read;
    const before = await this.commands.state(profile, profileId);
    const { accountId, subject } = owner;
    // A refused save must not leave card records behind.
    if (!mayBeSavedBy(accountId, before)) throw noSuch('profile');
    const kept = card ? null : await this.keptCard(before);
    const personKey = this.personOf(card?.number ?? kept?.number ?? '', contact.shipping);
    const facts: CardFacts | null = card && {
      ...(await this.keep(card, accountId)),
      brand: card.brand,
      last4: card.last4,
      month: card.month,
      year: card.year,
      fingerprint: this.fingerprintOf(card.number),
    };
    const personal = {
      ...contact,
      cardName: card?.name ?? kept?.name ?? '',
      personKey,
    };
    const keeps = card ? null : (before.card?.cardRecord ?? null);
    const data = {
      accountId,
      subject,
      card: facts,
      keeps,
      matchInfo,
      poBox,
      ...(streetConfirmed && { streetConfirmed }),
      personal,
    };
    const { state } = await this.commands.execute(profile, new SaveProfile(profileId, data, metadata));
    return { state, personKey };
  }

  /** @throws Refused 'not-found' */
  async remove(profileId: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    await this.commands.execute(profile, new RemoveProfile(profileId, { accountId }, metadata));
  }

  /** A guest's code belongs to the order from the start. */
  private async keep(
    card: CheckedCard,
    accountId: string | null,
  ): Promise<Pick<CardFacts, 'cardRecord' | 'codeRecord'>> {
    return accountId === null
      ? { cardRecord: await this.cards.keepCard(card), codeRecord: null }
      : this.cards.keep(card);
  }

  private async keptCard({ card, status }: ProfileState) {
    if (status !== 'saved') throw noSuch('profile');
    const kept = card && (await this.cards.card(card.cardRecord));
    if (!kept) throw new Refused('card-missing', 'invalid', 'Please add a card.');
    return kept;
  }
}
