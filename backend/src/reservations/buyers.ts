import { Injectable } from '@nestjs/common';
import { type AccountDoc, accountsProjection } from '../customers/accounts/accounts.projection.js';
import { type ProfileDoc, profilesProjection } from '../customers/profiles/profiles.projection.js';
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

  constructor(latest: ConsistentReads, projector: Projector, streams: Streams, live: LiveEvents) {
    const from = { latest, projector, streams, live };
    this.payers = new HeldDocuments(accountsProjection, 'account', payerOf, from);
    this.profiles = new HeldDocuments(profilesProjection, 'profile', reservingProfile, from);
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
