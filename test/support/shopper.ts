import { randomUUID } from 'node:crypto';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import type { Session } from '@supreme-access/contract/shapes/people.js';
import { type Answer, type Api, expectOk } from './api.js';
import type { BrowserCrypto } from './jwe.js';
import { billingAddress, CARDS, card, type Person, profileInput } from './people.js';

export const PASSWORD = 'a long enough passphrase';

export interface ReservationInput {
  productId: string;
  size: string;
  style: string;
  profileId: string;
  promoCode?: string;
  /** from `securityCode`, when the profile has no code any more */
  eCode?: string;
}
export interface Reserved {
  order: Pick<Order, 'orderId' | 'price' | 'productId' | 'productTitle' | 'style' | 'size' | 'slotNumber'>;
}

/** A shopper without a browser: signs up, saves card and profile, and reserves. */
export class Shopper {
  private constructor(
    readonly accountId: string,
    readonly who: Person,
    readonly api: Api,
    readonly session: Session,
    private readonly crypto: BrowserCrypto,
  ) {}

  static async signUp(anyone: Api, crypto: BrowserCrypto, who: Person): Promise<Shopper> {
    const { name, email, phone } = who;
    const session = await expectOk(anyone.post<Session>('/register', { name, email, phone, password: PASSWORD }));
    return new Shopper(session.uuid, who, anyone.as(session.token), session, crypto);
  }

  /** The billing address and the card for the fee. */
  async saveCard(number: string = CARDS.pays): Promise<void> {
    const sealed = await this.crypto.seal('card', card(number, this.who), this.accountId);
    const path = '/api/user/billing';
    const { token } = await expectOk(this.api.post<{ token: { id: string } }>(`${path}/genToken`, { card: sealed }));
    await expectOk(this.api.post(`${path}/set`, { billingAddress: billingAddress(this.who), token: token.id }));
  }

  /** Returns the profile's id. */
  async addProfile(whose: Person = this.who, number?: string, profileName?: string): Promise<string> {
    const eProfile = await this.crypto.seal('profile', profileInput(whose, number, profileName), this.accountId);
    return (await expectOk(this.api.post<{ profileId: string }>('/api/user/profiles/add', { eProfile }))).profileId;
  }

  /** The encrypted security code for one more order: an order uses up the profile's. */
  securityCode(): Promise<string> {
    return this.crypto.seal('code', { code: '123' }, this.accountId);
  }

  reserve(reservation: ReservationInput, key: string = randomUUID()): Promise<Answer<Reserved>> {
    return this.api.post<Reserved>('/api/checkout/withprofile', reservation, { key });
  }

  /** Reserves with the first profile, with the security code where it is required. @throws when it is refused */
  async secure(productId: string, size = 'm', style = 'Ink'): Promise<Reserved['order']> {
    const [profile] = await expectOk(this.api.get<{ profileId: string }[]>('/api/user/profiles'));
    if (!profile) throw new Error('the shopper has no profile');
    const reservation = { productId, size, style, profileId: profile.profileId };
    const answer = await this.reserve(reservation);
    if (answer.code !== 'code-required') return (await expectOk(Promise.resolve(answer))).order;
    return (await expectOk(this.reserve({ ...reservation, eCode: await this.securityCode() }))).order;
  }

  async profileNames(): Promise<string[]> {
    const path = '/api/user/profiles';
    const saved = await expectOk(this.api.get<{ profile: { profileName: string } }[]>(path));
    return saved.map(({ profile }) => profile.profileName).sort();
  }

  orders(): Promise<Order[]> {
    return expectOk(this.api.get<Order[]>('/api/user/orders'));
  }
}

export async function signIn(anyone: Api, email: string, password: string): Promise<Api> {
  return anyone.as((await logIn(anyone, { email, password })).token);
}

export function logIn(anyone: Api, who: { email: string; password: string }): Promise<Session> {
  return expectOk(anyone.post<Session>('/login', { email: who.email, password: who.password }));
}
