import { Billing } from '../../backend/src/accounts/billing.js';
import { Registration, SignIn } from '../../backend/src/accounts/sign-in.js';
import { Refused } from '../../backend/src/platform/decider.js';
import { ProfileWrites } from '../../backend/src/profiles/profile-writes.js';
import { ProfileCheckout } from '../../backend/src/reservations/profile-checkout.js';
import { Person } from './person.js';
import type { World } from './world.js';

const PASSWORD = 'correct horse 7';
const TOKENS = ['tok_visa', 'tok_mastercard', 'tok_visa', 'tok_chargeDeclined', 'tok_authenticationRequired'];
const CARD = { name: 'Ada Quimby', number: '4242424242424242', code: '123', month: 12, year: 2029 };

/** Somebody with an account, a card and a profile. */
export class Shopper extends Person {
  accountId = '';
  profileId = '';
  readonly email: string;

  constructor(world: World, name: string) {
    super(world, name, 'shopper');
    this.email = `${name}@example.org`;
  }

  /** Says whether all is there that a reservation needs. */
  async signUp(): Promise<boolean> {
    const who = { email: this.email, name: 'Ada Quimby', phone: '+15035550143', password: PASSWORD };
    const session = await this.ask('register', async (api, { origin, ip }) => {
      try {
        return await api.get(Registration).signUp(who, null, origin);
      } catch (error) {
        // A try that was given up may have made the account.
        if (!(error instanceof Refused) || error.code !== 'email-taken') throw error;
        return api.get(SignIn).login(this.email, PASSWORD, ip);
      }
    });
    this.accountId = session?.uuid ?? '';
    if (this.accountId === '') return false;
    const address = {
      line1: `${this.name} Larch Row`,
      city: 'Portland',
      state: 'OR',
      postal_code: '97201',
      country: 'US',
    };
    const token = this.dice.pick(TOKENS);
    const billed = await this.ask('billing', async (api, { origin }) => {
      await api.get(Billing).set(this.accountId, address, token, origin);
      return true;
    });
    if (!billed) return false;
    const profile = JSON.stringify({
      profileName: 'Main',
      email: this.email,
      phone: '+15035550143',
      shipping: this.address(),
      card: CARD,
    });
    const saved = await this.ask('profile', (api, { origin }) =>
      api.get(ProfileWrites).add(profile, this.accountId, origin),
    );
    this.profileId = saved?.profileId ?? '';
    return this.profileId !== '';
  }

  /** The order's id, or undefined. */
  async reserve(productId: string, step = 'reserve', promoCode: string | null = null): Promise<string | undefined> {
    const wish = { productId, size: 'm', style: 'Ink', profileId: this.profileId, promoCode };
    const slot = await this.ask(step, (api, asked) => api.get(ProfileCheckout).reserve(this.accountId, wish, asked));
    return slot?.orderId;
  }

  address() {
    const where = { address1: `${this.name} Larch Row`, city: 'Portland', state: 'OR', zip: '97201', country: 'US' };
    return { firstName: 'Ada', lastName: 'Quimby', ...where };
  }
}
