import { Billing } from '../../backend/src/customers/accounts/billing.js';
import { Invitations } from '../../backend/src/customers/accounts/invitations.js';
import { Registration, SignIn } from '../../backend/src/customers/accounts/sign-in.js';
import { ProfileWrites } from '../../backend/src/customers/profiles/profile-writes.js';
import { Refused } from '../../backend/src/event-sourcing/decider.js';
import type { RequestContext } from '../../backend/src/event-sourcing/requester.js';
import { UserOrdersController } from '../../backend/src/orders/user-orders.controller.js';
import { Fees } from '../../backend/src/payments/fees.js';
import { Erasure } from '../../backend/src/privacy/erasure.worker.js';
import { type ForwardedMail, ForwardedMails } from '../../backend/src/releases/proofs/forwarded-mails.js';
import { ProfileCheckout } from '../../backend/src/reservations/profile-checkout.js';
import { WaitingLists } from '../../backend/src/reservations/waitlist/waiting-lists.js';
import { Person } from './person.js';
import type { SimProcess } from './sim-process.js';
import type { World } from './world.js';

const PASSWORD = 'correct horse 7';
/** Stripe's test tokens for the fee's card. */
const TOKENS = [
  'tok_visa',
  'tok_visa',
  'tok_mastercard',
  'tok_chargeDeclined',
  'tok_authenticationRequired',
  'tok_refundFail',
  'tok_pendingRefund',
  'tok_createDispute',
];
const PHONE = '+15035550143';

/** `home`: the address; two people with one address and one card count as one. */
export class Shopper extends Person {
  accountId = '';
  profileId = '';
  readonly email: string;

  constructor(
    world: World,
    name: string,
    private readonly home = name,
  ) {
    super(world, name, 'shopper');
    this.email = `${name}@example.org`;
  }

  /** Returns whether a reservation is possible. `invitation`: a token to register. */
  async signUp(invitation: string | null = null): Promise<boolean> {
    const clicks = this.random.of('clicks').chance(0.5) ? [1, 2] : [1];
    const sessions = await Promise.all(clicks.map(() => this.register(invitation)));
    const accounts = new Set(sessions.flatMap((session) => (session ? [session.uuid] : [])));
    const tokens = new Set(sessions.flatMap((session) => (session?.token ? [session.token] : [])));
    if (accounts.size > 1) this.world.find(`${this.email} has ${accounts.size} accounts`);
    if (tokens.size > 1) this.world.find(`one registration of ${this.email} begins ${tokens.size} sessions`);
    this.accountId = [...accounts][0] ?? '';
    return this.accountId !== '' && (await this.saveCard()) && (await this.saveProfile());
  }

  private register(invitation: string | null) {
    return this.ask('register', async (api, context) => {
      const who = { email: this.email, name: 'Ada Quimby', phone: PHONE, password: PASSWORD };
      try {
        const admitted =
          invitation === null
            ? undefined
            : () => api.get(Invitations).admission(invitation, this.email, context.metadata);
        return await api.get(Registration).signUp(who, context, admitted);
      } catch (error) {
        // An abandoned attempt may have created the account, and its answer is repeated for a limited time only.
        if (!(error instanceof Refused) || error.kind === 'unavailable') throw error;
        return { ...(await api.get(SignIn).login(this.email, PASSWORD, null, context.metadata)), token: '' };
      }
    });
  }

  async reserve(
    productId: string,
    promoCode: string | null,
    step = 'reserve',
    keyed = true,
    profileId = this.profileId,
  ): Promise<string | undefined> {
    const reservation = { productId, size: 'm', style: 'Ink', profileId, promoCode };
    const checkOut = (api: SimProcess, context: RequestContext) =>
      api.get(ProfileCheckout).reserve(this.accountId, reservation, context);
    const slot = await this.ask(step, checkOut, keyed);
    return slot?.orderId;
  }

  async joinWaitingList(productId: string): Promise<boolean> {
    const reservation = { profileId: this.profileId, size: 'm', style: 'Ink' };
    const places = await this.ask(`join ${productId}`, (api, { metadata }) =>
      api.get(WaitingLists).join(productId, this.accountId, reservation, metadata),
    );
    return (places?.length ?? 0) > 0;
  }

  async isOffered(productId: string, step: string): Promise<boolean> {
    const places = await this.ask(step, (api) => api.get(WaitingLists).places(productId, this.accountId));
    return places?.some(({ offeredUntil }) => offeredUntil !== null) ?? false;
  }

  async leaveWaitingList(productId: string): Promise<void> {
    await this.ask(`leave ${productId}`, (api, { metadata }) =>
      api.get(WaitingLists).leave(productId, this.accountId, this.profileId, metadata),
    );
  }

  async withdraw(orderId: string): Promise<void> {
    const session = { accountId: this.accountId, sid: this.accountId, roles: [], version: 0, signedInAt: 0, endsAt: 0 };
    await this.ask(`withdraw ${orderId}`, (api, context) =>
      api.get(UserOrdersController).withdraw(orderId, session, context),
    );
  }

  /** Pays a declined fee with a good card. */
  async payAgain(orderId: string): Promise<void> {
    this.world.paidAgain.add(this.email);
    await this.ask('pay again', (api, { metadata }) => api.get(Fees).payAgain(orderId, 'tok_visa', metadata));
  }

  async forward(mail: ForwardedMail, step: string): Promise<void> {
    await this.ask(step, (api, { metadata }) => api.get(ForwardedMails).take(mail, metadata));
  }

  async erase(step: string): Promise<void> {
    const answer = await this.ask(step, async (api, { metadata }) => {
      await api.get(Erasure).request(this.accountId, metadata);
      return api.get(Erasure).complete(this.accountId, metadata);
    });
    if (answer !== undefined) this.world.erased.push({ subject: `account-${this.accountId}`, email: this.email });
  }

  private async saveCard(): Promise<boolean> {
    const place = {
      line1: `${this.home} Larch Row`,
      city: 'Portland',
      state: 'OR',
      postal_code: '97201',
      country: 'US',
    };
    const token = this.random.pick(TOKENS);
    const saved = await this.ask('billing', async (api, { metadata }) => {
      await api.get(Billing).set(this.accountId, place, token, metadata);
      return true;
    });
    return saved === true;
  }

  /** A profile of somebody with another address; undefined when it was not saved. */
  saveAnother(): Promise<string | undefined> {
    return this.saveProfileOf(`${this.home}s friend`, 'another profile');
  }

  private async saveProfile(): Promise<boolean> {
    this.profileId = (await this.saveProfileOf(this.home, 'profile')) ?? '';
    return this.profileId !== '';
  }

  private async saveProfileOf(home: string, step: string): Promise<string | undefined> {
    const profile = JSON.stringify({ profileName: 'Main', email: this.email, ...deliveryDetails(home) });
    const saved = await this.ask(step, (api, { metadata }) =>
      api.get(ProfileWrites).add(profile, this.accountId, metadata),
    );
    return saved?.profileId;
  }
}

/** The address of delivery and the card for the retailer. */
export function deliveryDetails(home: string) {
  const place = { address1: `${home} Larch Row`, city: 'Portland', state: 'OR', zip: '97201', country: 'US' };
  const card = { name: 'Ada Quimby', number: '4242424242424242', code: '123', month: 12, year: 2029 };
  return { phone: PHONE, shipping: { firstName: 'Ada', lastName: 'Quimby', ...place }, card };
}
