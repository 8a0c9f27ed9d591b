import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll, type IBackoff } from 'cockatiel';
import { PartnerLimit } from './partner-limit.js';

/** Whom we need and who can be away: each is its own circuit. */
export const PARTNERS = ['retailer', 'stripe', 'mail'] as const;
export type Partner = (typeof PARTNERS)[number];

/**
 * Told what each call to a partner came to: null when it answered, whatever it said, else a code for the trouble that is its own
 * (no connection, no answer in time, 429, 5xx). A refusal is an answer.
 */
export type OnAnswer = (trouble: string | null, retryAfterMs?: number) => void;

/** calls in a row that come to nothing until the circuit opens */
const TROUBLES = 10;
/** places at a partner: at first, and at most unless a setting says otherwise */
const PLACES: Readonly<Record<Partner, readonly [start: number, most: number]>> = {
  retailer: [64, 256],
  stripe: [16, 64],
  mail: [16, 16],
};
/** ms until the first probe, doubling to the longest */
const FIRST_PROBE = 5_000;
const LONGEST_PAUSE = 60_000;
/** ms in which a probe that is under way is heard of; then another may go */
const PROBE_TAKES = 30_000;

/** Trouble of a partner as the status of its answer tells it; null: it is well. */
export function troubleOf(status: number): string | null {
  if (status === 429) return 'busy';
  return status >= 500 ? 'server-error' : null;
}

/**
 * One partner's circuit. It listens to every call, also to those that people wait for, and holds back due work alone: a shopper's
 * own call is always made, and what comes of it is heard like a probe's. It measures by Date.now(), as cockatiel does.
 * Source: https://github.com/connor4312/cockatiel#circuitbreakerpolicy-options
 */
export class Breaker {
  /** ms UTC; null: closed */
  openSince: number | null = null;
  /** what the partner's last trouble was, while it is open */
  trouble: string | null = null;
  private probeAt = 0;
  /** ms UTC until which trouble that is heard says nothing new */
  private restsUntil = 0;
  /** a probe is under way, and nothing has been heard since it began */
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

  readonly heard: OnAnswer = (trouble, retryAfterMs) => {
    this.isProbing = false;
    this.limit.heard(trouble, retryAfterMs);
    if (trouble !== null) this.trouble = trouble;
    // Whoever has answered is back, also when it was no probe, or a probe's second call.
    else this.restsUntil = 0;
    const told = () => {
      if (trouble !== null) throw new Error(trouble);
    };
    // Trouble while the circuit rests is refused; the trouble itself is thrown back as well.
    this.policy.execute(told).catch(() => undefined);
  };

  /** How long the circuit stays open is asked each time. */
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

  /** Open, and no probe is due. */
  get isParked(): boolean {
    return this.isOpen && Date.now() < this.probeAt;
  }

  /** ms UTC from which a probe may go out; null: it is closed */
  get nextProbeAt(): number | null {
    return this.isOpen ? this.probeAt : null;
  }

  /** Whether one more call may be made: any while it is closed; while it is open one probe at a time, which this is then. */
  mayTry(): boolean {
    if (this.isParked) return false;
    if (this.isOpen) {
      this.probeAt = Date.now() + PROBE_TAKES;
      this.isProbing = true;
    }
    return true;
  }

  /** Work has ended. Where it was the probe and did not ask the partner after all, another may go. */
  ended(): void {
    if (!this.isProbing) return;
    this.isProbing = false;
    this.probeAt = 0;
  }
}

/** The circuits of this process. Nothing of them is kept: after a restart ten calls tell as much. */
export class Breakers {
  private readonly byPartner: ReadonlyMap<Partner, Breaker>;
  private readonly listeners = new Set<(partner: Partner) => void>();

  /** `most`: how many may be at a partner at once, where that follows its answers */
  constructor(
    random: () => number = Math.random,
    most: Partial<Record<Partner, number>> = {},
    isSaturated?: () => boolean,
  ) {
    const circuit = (partner: Partner) => {
      const isBack = () => {
        for (const listener of this.listeners) listener(partner);
      };
      const [start, usual] = PLACES[partner];
      return new Breaker(random, isBack, new PartnerLimit(most[partner] ?? usual, start, isSaturated));
    };
    this.byPartner = new Map(PARTNERS.map((partner) => [partner, circuit(partner)]));
  }

  of(partner: Partner): Breaker {
    const breaker = this.byPartner.get(partner);
    if (!breaker) throw new Error(`no such partner: ${partner}`);
    return breaker;
  }

  /** Told each time that a partner which was away is back. */
  onBack(listener: (partner: Partner) => void): void {
    this.listeners.add(listener);
  }
}
