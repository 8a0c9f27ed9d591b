import { Injectable } from '@nestjs/common';
import { TEXTS } from '@supreme-access/contract/texts.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { ProfileErasure } from './profile-erasure.js';
import { Profiles } from './profiles.js';
import { readAco } from './read-profile.js';
import { SecurityCodes } from './security-codes.js';

export interface GuestProfile {
  profileId: string;
  revision: number;
  cardRecord: string;
  /** null: no code is wanted */
  codeRecord: string | null;
  personKey: string;
  poBox: boolean;
  streetConfirmed?: true;
  email: string;
  name: string;
}

export interface Recognised {
  personKey: string;
  /** no event holds it in clear */
  cardFingerprint: string;
}

@Injectable()
export class GuestProfiles {
  constructor(
    private readonly profiles: Profiles,
    private readonly erasure: ProfileErasure,
    private readonly codes: SecurityCodes,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Stores nothing. @throws Refused 'aco-invalid' */
  recognise(aco: unknown, codeless: boolean): Recognised {
    const { card, shipping } = this.read(aco, codeless);
    const cardFingerprint = this.profiles.fingerprintOf(card.number);
    return { personKey: this.profiles.personOf(card.number, shipping), cardFingerprint };
  }

  /** `aco` is unvalidated input. @throws Refused 'aco-invalid' | 'aco-gone' */
  async save({
    orderId,
    aco,
    codeless = false,
    metadata,
  }: {
    orderId: string;
    aco: unknown;
    codeless?: boolean;
    metadata: CommandMetadata;
  }): Promise<GuestProfile> {
    const read = this.read(aco, codeless);
    const owner = { accountId: null, subject: subjectOfGuest(orderId) };
    const code = codeless ? null : this.codes.ofGuest(orderId, read.card.code, metadata);
    const saving = this.profiles.save(orderId, owner, read, metadata);
    const [{ state, personKey }] = await Promise.all([saving, code?.keep()]);
    if (!state.card) throw new Refused('aco-gone', 'gone', TEXTS.aco);
    const { email, shipping, poBox, streetConfirmed } = read;
    return {
      profileId: orderId,
      revision: state.savedRevision,
      cardRecord: state.card.cardRecord,
      codeRecord: code?.codeRecord ?? null,
      personKey,
      poBox,
      ...(streetConfirmed && { streetConfirmed }),
      email,
      name: `${shipping.firstName} ${shipping.lastName}`,
    };
  }

  private read(aco: unknown, codeless: boolean) {
    const testCardsOnly = this.config.stripe.secretKey === null;
    const read = readAco(aco, { now: this.clock(), testCardsOnly, codeless });
    if (!read) throw new Refused('aco-invalid', 'invalid', TEXTS.aco);
    return read;
  }

  /** The caller erases the subject's key last. */
  async erase(orderId: string, metadata: CommandMetadata): Promise<void> {
    await this.erasure.eraseProfile(orderId, metadata);
  }
}

export function subjectOfGuest(orderId: string): string {
  return `guest-${orderId}`;
}
