import { Injectable } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { subjectOfAccount } from '../customers/accounts/account.js';
import { type AccountDoc, accountsProjection } from '../customers/accounts/accounts.projection.js';
import { type ProfileDoc, profilesProjection } from '../customers/profiles/profiles.projection.js';
import { Sealer } from '../event-sourcing/sealer.js';
import { Streams } from '../event-sourcing/streams.js';
import { ConsistentReads } from '../projections/consistent-reads.js';
import { HeldDocuments } from '../projections/held-documents.js';
import { LiveEvents } from '../projections/live-events.js';
import { Projector } from '../projections/projector.js';

/** Who pays, of an account. */
export type Payer = Pick<AccountDoc, 'email' | 'name' | 'customerId' | 'paymentMethodId'>;
/** What a slot is reserved with, of a profile; of its security code the record's id alone. */
export type ReservingProfile = Pick<
  ProfileDoc,
  'profileId' | 'accountId' | 'revision' | 'cardRecord' | 'codeRecord' | 'personKey' | 'poBox' | 'streetConfirmed'
>;

/** What a reservation needs of accounts and profiles. */
@Injectable()
export class Buyers {
  private readonly payers: HeldDocuments<AccountDoc, Payer>;
  private readonly profiles: HeldDocuments<ProfileDoc, ReservingProfile>;

  constructor(
    latest: ConsistentReads,
    projector: Projector,
    streams: Streams,
    live: LiveEvents,
    sealer: Sealer,
    @InjectClock() clock: () => number,
  ) {
    const from = { latest, projector, streams, live, sealer, clock };
    const payer = { pick: payerOf, subjectOf: (_: Payer, accountId: string) => subjectOfAccount(accountId) };
    const profile = {
      pick: reservingProfile,
      subjectOf: ({ accountId }: ReservingProfile) => subjectOfAccount(accountId ?? ''),
    };
    this.payers = new HeldDocuments(accountsProjection, 'account', payer, from);
    this.profiles = new HeldDocuments(profilesProjection, 'profile', profile, from);
  }

  /** @throws Refused 'not-ready' */
  of(accountId: string, profileId: string) {
    const payer = this.payers.get(accountId, canPay);
    const profile = this.profiles.get(profileId, (one) => one.accountId === accountId);
    const isHeld = !(payer instanceof Promise || profile instanceof Promise);
    return isHeld ? ([payer, profile] as const) : Promise.all([payer, profile]);
  }
}

function canPay({ customerId, paymentMethodId }: Payer): boolean {
  return customerId !== null && paymentMethodId !== null;
}

function payerOf({ email, name, customerId, paymentMethodId }: AccountDoc): Payer {
  return { email, name, customerId, paymentMethodId };
}

export function reservingProfile(document: ProfileDoc): ReservingProfile {
  const { profileId, accountId, revision, cardRecord, codeRecord, personKey, poBox, streetConfirmed } = document;
  const own = { profileId, accountId, revision, cardRecord, codeRecord, personKey, poBox };
  return streetConfirmed ? { ...own, streetConfirmed } : own;
}
