import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll, type IBackoff } from 'cockatiel';
import { type OnAnswer, PartnerLimit } from './partner-limit.js';

const PARTNERS = ['retailer', 'stripe', 'mail'] as const;
/** `retailer`: the one of products that name none */
export type Partner = (typeof PARTNERS)[number] | `retailer:${string}`;

export function partnerOf(retailerId: string | null): Partner {
  return retailerId === null ? 'retailer' : `retailer:${retailerId}`;
}

const TROUBLES = 10;
/** concurrent calls: at first, and at most */
const PLACES: Readonly<Record<(typeof PARTNERS)[number] | 'shop', readonly [start: number, most: number]>> = {
  retailer: [64, 256],
  // Shops of standard software need seconds for a call.
  shop: [8, 64],
  stripe: [16, 64],
  mail: [16, 16],
};
/** ms until the first probe; doubles up to the longest pause */
const FIRST_PROBE = 5_000;
const LONGEST_PAUSE = 60_000;
/** ms before another probe may start, and after the last one that a partner counts as away */
const [PROBE_TAKES, COUNTS_AS_AWAY] = [30_000, 15 * 60_000];

export function troubleOf(status: number): string | null {
  if (status === 429) return 'busy';
  return status >= 500 ? 'server-error' : null;
}

/** Holds back jobs, never shoppers. Source: https://github.com/connor4312/cockatiel#circuitbreakerpolicy-options */
export class Breaker {
  /** ms UTC by Date.now(), as cockatiel measures; null: closed */
  openSince: number | null = null;
  trouble: string | null = null;
  /** what people call it; null: the name of the kind of partner */
  name: string | null = null;
  private probeAt = 0;
  /** ms UTC until which further failures are ignored */
  private restsUntil = 0;
  private isProbing = false;
  private readonly policy;

  constructor(
    random: () => number,
    onReset: () => void,
    readonly limit: PartnerLimit,
  ) {
    this.policy = circuitBreaker(handleAll, {
      breaker: new ConsecutiveBreaker(TROUBLES),
      halfOpenAfter: { next: ({ attempt }) => this.rest(attempt, random) },
    });
    this.policy.onBreak(() => {
      this.openSince ??= Date.now();
    });
    this.policy.onReset(() => {
      this.openSince = null;
      this.trouble = null;
      onReset();
    });
  }

  readonly recordResult: OnAnswer = (trouble, retryAfterMs) => {
    this.isProbing = false;
    this.limit.recordResult(trouble, retryAfterMs);
    if (trouble !== null) this.trouble = trouble;
    else this.restsUntil = 0;
    const result = () => {
      if (trouble !== null) throw new Error(trouble);
    };
    // cockatiel rejects while the circuit is open, and rethrows the failure.
    this.policy.execute(result).catch(() => undefined);
  };

  private rest(attempt: number, random: () => number): IBackoff<{ attempt: number }> {
    const began = Date.now();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PROBE * 2 ** (attempt - 1)) * (0.5 + random() / 2);
    this.probeAt = began + pause;
    this.restsUntil = began + pause;
    const left = () => Math.max(0, this.restsUntil - began);
    return {
      get duration() {
        return left();
      },
      next: (context) => this.rest(context.attempt, random),
    };
  }

  get isOpen(): boolean {
    return this.policy.state !== CircuitState.Closed;
  }

  /** ms UTC; null as well where no job has called it lately, so that nobody knows */
  get awaySince(): number | null {
    return this.isOpen && Date.now() < this.probeAt + COUNTS_AS_AWAY ? this.openSince : null;
  }

  get isParked(): boolean {
    return this.isOpen && Date.now() < this.probeAt;
  }

  /** ms UTC; null: closed */
  get nextProbeAt(): number | null {
    return this.isOpen ? this.probeAt : null;
  }

  /** While the circuit is open, a true answer starts the only probe. */
  mayTry(): boolean {
    if (this.isParked) return false;
    if (this.isOpen) {
      this.probeAt = Date.now() + PROBE_TAKES;
      this.isProbing = true;
    }
    return true;
  }

  ended(): void {
    if (!this.isProbing) return;
    this.isProbing = false;
    this.probeAt = 0;
  }
}

export class Breakers {
  private readonly byPartner = new Map<Partner, Breaker>();
  private readonly listeners = new Set<(partner: Partner) => void>();

  constructor(
    private readonly random: () => number = Math.random,
    private readonly most: Partial<Record<Partner, number>> = {},
  ) {
    for (const partner of PARTNERS) this.of(partner);
  }

  get partners(): Iterable<Partner> {
    return this.byPartner.keys();
  }

  of(partner: Partner): Breaker {
    const existing = this.byPartner.get(partner);
    if (existing) return existing;
    const isBack = () => {
      for (const listener of this.listeners) listener(partner);
    };
    const { random, most } = this;
    const [start, usual] = PLACES[isShop(partner) ? 'shop' : partner];
    const breaker = new Breaker(random, isBack, new PartnerLimit(most[partner] ?? usual, start));
    this.byPartner.set(partner, breaker);
    return breaker;
  }

  onBack(listener: (partner: Partner) => void): void {
    this.listeners.add(listener);
  }
}

function isShop(partner: Partner): partner is `retailer:${string}` {
  return partner.startsWith('retailer:');
}
