import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { BillingAddress, ProfileAddress } from '@supreme-access/contract/shapes/people.js';
import { CLOCK } from '../config/tokens.js';
import { Accounts } from '../customers/accounts/accounts.js';
import { Billing } from '../customers/accounts/billing.js';
import { EmailClaims } from '../customers/accounts/email-claims.js';
import { Registration } from '../customers/accounts/sign-in.js';
import { Profiles } from '../customers/profiles/profiles.js';
import { readProfile } from '../customers/profiles/read-profile.js';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import { sha256, uuidV5 } from '../event-sourcing/ids.js';
import { ProfileCheckout } from '../reservations/profile-checkout.js';

export interface SeedPerson {
  email: string;
  phone: string;
  address: ProfileAddress;
}
export interface SeedShopper {
  accountId: string;
  profileId: string;
  password: string | null;
}

const NAMESPACE = 'b1f0c9de-2d1c-4f5e-9a77-6f0f6b3c2a51';
/** Stripe's test card that pays */
const CARD = { number: '4242424242424242', token: 'tok_visa' };

/** The same step is the same command, however often the seeding runs. */
export function seedMetadata(step: string): CommandMetadata {
  const commandId = uuidV5(NAMESPACE, step);
  return { actor: { kind: 'system', id: 'seed' }, commandId, requestHash: sha256(step), correlationId: commandId };
}

export class SeedShoppers {
  private readonly claims: EmailClaims;
  private readonly registration: Registration;
  private readonly billing: Billing;
  private readonly profiles: Profiles;
  private readonly accounts: Accounts;
  private readonly checkout: ProfileCheckout;
  private readonly clock: () => number;

  constructor(app: INestApplicationContext) {
    this.claims = app.get(EmailClaims);
    this.registration = app.get(Registration);
    this.billing = app.get(Billing);
    this.profiles = app.get(Profiles);
    this.accounts = app.get(Accounts);
    this.checkout = app.get(ProfileCheckout);
    this.clock = app.get<() => number>(CLOCK);
  }

  async shopper(who: SeedPerson): Promise<SeedShopper> {
    const claimedBy = await this.claims.accountOf(this.claims.keyOf(who.email));
    const password = claimedBy ? null : randomBytes(9).toString('base64url');
    const accountId = claimedBy ?? (await this.register(who, password ?? ''));
    const { customerId } = await this.accounts.find(accountId);
    if (customerId === null) {
      await this.billing.set(accountId, billingAddress(who), CARD.token, seedMetadata(`card of ${accountId}`));
    }
    return { accountId, profileId: await this.profile(who, accountId), password };
  }

  async holdSlot({ accountId, profileId }: SeedShopper, choice: { productId: string; size: string; style: string }) {
    await this.accounts.settled();
    const metadata = seedMetadata(`slot of ${accountId} in ${choice.productId}`);
    try {
      await this.checkout.reserve(accountId, { ...choice, profileId }, { metadata, keyed: true, session: null });
    } catch (error) {
      if (!(error instanceof Refused) || error.kind !== 'conflict') throw error;
    }
  }

  private async register({ email, phone, address }: SeedPerson, password: string): Promise<string> {
    const name = `${address.firstName} ${address.lastName}`;
    const admission = { roles: [], verify: false };
    const made = await this.registration.register({ email, name, phone, password }, admission, seedMetadata(email));
    return made.accountId;
  }

  private async profile(who: SeedPerson, accountId: string): Promise<string> {
    const metadata = seedMetadata(`profile of ${accountId}`);
    const profileId = uuidV5(metadata.commandId, 'profile');
    const isThere = await this.profiles.findOwn(profileId, accountId).then(
      () => true,
      () => false,
    );
    if (isThere) return profileId;
    const { email, phone, address } = who;
    const now = this.clock();
    const name = `${address.firstName} ${address.lastName}`;
    const card = { name, number: CARD.number, code: '123', month: 12, year: new Date(now).getUTCFullYear() + 4 };
    const input = { profileName: 'Main Profile', email, phone, shipping: address, card };
    const read = readProfile(input, { now, testCardsOnly: true });
    if (!read) throw new Error(`the seeded profile of ${email} is not valid`);
    await this.profiles.save(profileId, { accountId, subject: `account-${accountId}` }, read, metadata);
    return profileId;
  }
}

function billingAddress({ address: { address1, city, state, zip, country } }: SeedPerson): BillingAddress {
  return { line1: address1, city, state, postal_code: zip, country };
}
