import { Injectable } from '@nestjs/common';
import { type Limit, Limits, tooMany } from '../platform/limits/limits.js';
import { InjectClock } from '../platform/platform.js';
import { testCard } from './test-cards.js';

const TEN_MINUTES = 600;
const DAY = 86_400;
/** An address is a household, not a farm; of people with accounts a drop brings hundreds from one. */
const NETWORK = {
  guests: { name: 'cards-guests', max: 60, seconds: TEN_MINUTES },
  accounts: { name: 'cards-accounts', max: 3_000, seconds: TEN_MINUTES },
};
const CARD = { name: 'cards-one', max: 60, seconds: TEN_MINUTES };
/** Once so many cards were declined in ten minutes, and they are more than half, somebody tries out stolen ones. */
const TESTING = { declines: 50, share: 0.5, wait: 60 };
/** https://docs.stripe.com/keys: no other key is certain to move no money. */
const TEST_KEY = /^(sk|rk)_test_/;
/** A window without a maximum: what is counted is compared. */
const count = (name: string, seconds: number) => ({ name, max: Number.MAX_SAFE_INTEGER, seconds });

/** A test number is everybody's, and nothing is found out by it where no money moves. `secretKey` null: the emulator answers. */
export function isFreeToTry(number: string, secretKey: string | null): boolean {
  return (secretKey === null || TEST_KEY.test(secretKey)) && testCard(number) !== undefined;
}

export interface Trying {
  /** the client network */
  client: string;
  isGuest: boolean;
}

/**
 * Bounds how many cards can be tried out. While most cards of all are declined, only networks that never brought a good one wait: a
 * botnet shuts out nobody who has been here before.
 */
@Injectable()
export class CardTries {
  private readonly networks: Record<keyof typeof NETWORK, Limit>;
  private readonly cards: Limit;
  private readonly tried: Limit;
  private readonly declined: Limit;
  private readonly good: Limit;

  constructor(
    limits: Limits,
    @InjectClock() private readonly clock: () => number,
  ) {
    this.networks = { guests: limits.of(NETWORK.guests), accounts: limits.of(NETWORK.accounts) };
    this.cards = limits.of(CARD);
    this.tried = limits.of(count('cards-tried', TEN_MINUTES));
    this.declined = limits.of(count('cards-declined', TEN_MINUTES));
    this.good = limits.of(count('cards-good', 14 * DAY));
  }

  /** Before a card is looked at. @throws Refused 'too-many' */
  async begin({ client, isGuest }: Trying): Promise<void> {
    await this.networks[isGuest ? 'guests' : 'accounts'].take(client);
    if ((await this.isTesting()) && (await this.good.counted(client)) === 0) throw tooMany(TESTING.wait);
  }

  /** `fingerprint`: which card it is. @throws Refused 'too-many' */
  async ofCard(fingerprint: string): Promise<void> {
    await this.cards.take(fingerprint);
  }

  /** What became of it, where anybody could say. */
  async ended({ client }: Trying, isGood: boolean): Promise<void> {
    const lately = this.window;
    // Not where it begins: what never comes to an answer would make the share of declines small.
    await Promise.all([this.tried.count(lately), isGood ? this.good.renew(client) : this.declined.count(lately)]);
  }

  private async isTesting(): Promise<boolean> {
    const lately = this.window;
    const declined = await this.declined.counted(lately);
    return declined >= TESTING.declines && declined > TESTING.share * (await this.tried.counted(lately));
  }

  /** Two counts that are compared begin at one time: each by itself would begin at its first one, and end apart. */
  private get window(): string {
    return String(Math.floor(this.clock() / (TEN_MINUTES * 1_000)));
  }
}
