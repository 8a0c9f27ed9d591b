import type { INestApplicationContext } from '@nestjs/common';
import { type SeedPerson, type SeedShopper, SeedShoppers } from '../demo-shoppers.js';

export const CROWD = 40;
/** The server hashes two passwords at a time. */
const AT_ONCE = 2;
const FIRST = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eda', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon'];
const LAST = ['Moss', 'Reed', 'Stone', 'Vale'];

function person(n: number): SeedPerson {
  const firstName = FIRST[n % FIRST.length] ?? '';
  const lastName = LAST[Math.floor(n / FIRST.length)] ?? '';
  const address1 = `${n + 101} Kiln Lane`;
  return {
    email: `${firstName}.${lastName}@supreme-access.test`.toLowerCase(),
    phone: `+1503200${2_000 + n}`,
    address: { firstName, lastName, address1, city: 'Portland', state: 'OR', zip: '97201', country: 'US' },
  };
}

/** Simulated shoppers, forty by default, each with a card and a profile. They are made once, and found again by every later start. */
export class Crowd {
  /** how many are there */
  here = 0;
  private isStopped = false;
  private gathered: Promise<SeedShopper[]> | null = null;
  private readonly shoppers: SeedShoppers;

  constructor(
    app: INestApplicationContext,
    readonly size = CROWD,
  ) {
    this.shoppers = new SeedShoppers(app);
  }

  /** What has failed is begun anew by the next call. */
  gather(): Promise<SeedShopper[]> {
    this.gathered ??= this.all().catch((error: unknown) => {
      this.gathered = null;
      throw error;
    });
    return this.gathered;
  }

  /** Secures a slot as the shop does; a drop that is sold out leaves this one without. */
  secure(shopper: SeedShopper, wish: { productId: string; size: string; style: string }): Promise<void> {
    return this.shoppers.holdSlot(shopper, wish);
  }

  /** Resolves once nobody is being made any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.gathered?.catch(() => undefined);
  }

  private async all(): Promise<SeedShopper[]> {
    const waiting = Array.from({ length: this.size }, (_, n) => n);
    const there: SeedShopper[] = [];
    this.here = 0;
    const some = async () => {
      for (let n = waiting.shift(); n !== undefined && !this.isStopped; n = waiting.shift()) {
        there[n] = await this.shoppers.shopper(person(n));
        this.here += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
    return there;
  }
}
