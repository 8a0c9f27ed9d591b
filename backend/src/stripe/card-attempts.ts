import { Injectable } from '@nestjs/common';
import { InjectClock } from '../config/tokens.js';
import { type Limit, Limits, tooMany } from '../http/limits/limits.js';
import { testCard } from './test-cards.js';

const TEN_MINUTES = 600;
const DAY = 86_400;
/** Guests of one address are a household; a drop brings hundreds of account holders from one. */
const NETWORK = {
  guests: { name: 'cards-guests', max: 60, seconds: TEN_MINUTES },
  accounts: { name: 'cards-accounts', max: 3_000, seconds: TEN_MINUTES },
};
const CARD = { name: 'cards-one', max: 60, seconds: TEN_MINUTES };
/** Stolen cards are being tested when this many, and more than this share, were declined within ten minutes. */
const TESTING = { declines: 50, share: 0.5, wait: 60 };
/** https://docs.stripe.com/keys: no other key is certain to move no money. */
const TEST_KEY = /^(sk|rk)_test_/;
const count = (name: string, seconds: number) => ({ name, max: Number.MAX_SAFE_INTEGER, seconds });

/** A test number reveals nothing where no money moves. `secretKey` null: the emulator answers. */
export function isFreeToTry(number: string, secretKey: string | null): boolean {
  return (secretKey === null || TEST_KEY.test(secretKey)) && testCard(number) !== undefined;
}

export interface CardAttempt {
  client: string;
  isGuest: boolean;
}

/** While most cards are declined, only networks without a good card wait: a botnet shuts out no regular customer. */
@Injectable()
export class CardAttempts {
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

  async begin({ client, isGuest }: CardAttempt): Promise<void> {
    await this.networks[isGuest ? 'guests' : 'accounts'].take(client);
    if ((await this.isTesting()) && (await this.good.counted(client)) === 0) throw tooMany(TESTING.wait);
  }

  async ofCard(fingerprint: string): Promise<void> {
    await this.cards.take(fingerprint);
  }

  /** Only for definite outcomes. */
  async ended({ client }: CardAttempt, isGood: boolean): Promise<void> {
    const lately = this.window;
    // Counted here and not in `begin`: unanswered attempts would lower the share of declines.
    await Promise.all([this.tried.count(lately), isGood ? this.good.renew(client) : this.declined.count(lately)]);
  }

  private async isTesting(): Promise<boolean> {
    const lately = this.window;
    const declined = await this.declined.counted(lately);
    return declined >= TESTING.declines && declined > TESTING.share * (await this.tried.counted(lately));
  }

  /** Compared counts need windows that begin at the same time. */
  private get window(): string {
    return String(Math.floor(this.clock() / (TEN_MINUTES * 1_000)));
  }
}
