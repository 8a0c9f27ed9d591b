import { createHash } from 'node:crypto';

/** Seen at shops that speak UCP or ACP; they strike checkout sessions alone. */
export const SESSION_FAULTS = [
  'cancelLies',
  'tornComplete',
  'globalKeys',
  'createTwice',
  'completedWithoutOrder',
  'refusalIs500',
  'paymentIgnored',
  'keysForgotten',
  'totalRises',
  'escalates',
  'expires',
] as const;

/** A random number picks one by this order. */
export const FAULTS = [
  'soldOut',
  'declined',
  'timeoutAfterAccepting',
  'lostAnswer',
  'error500',
  'error429',
  'droppedConnection',
  'slow',
  ...SESSION_FAULTS,
] as const;
export type Fault = (typeof FAULTS)[number];
export type FaultRates = Partial<Record<Fault, number>>;

export const OPERATIONS = ['availability', 'cart', 'submit', 'lookup', 'close', 'list'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface ForcedFault {
  fault: Fault;
  on: Operation;
  reference?: string;
  orderId?: string;
  times: number;
}

/** They strike each call alike, the others the first. */
const LASTING: readonly Fault[] = ['soldOut', 'declined', 'refusalIs500', 'createTwice', 'globalKeys'];
/** What the other seeded faults strike is the submission. */
const STRIKES_ON: Partial<Record<Fault, Operation>> = { createTwice: 'cart', globalKeys: 'close' };

/** A number in [0, 1) that depends on its arguments only. */
export function uniform(seed: string, ...about: string[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...about]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

/** Seeded faults depend on seed and reference or session alone; transport faults strike a reference's first submission only. */
export class Faults {
  private readonly tried = new Set<string>();
  private forced: ForcedFault[] = [];

  constructor(
    private readonly seed: string,
    private readonly rates: FaultRates,
  ) {
    const all = Object.values(rates);
    if (all.some((rate) => !(rate >= 0)) || all.reduce((sum, rate) => sum + rate, 0) > 1) {
      throw new Error('failure rates must be 0 or more and sum to at most 1');
    }
  }

  force(fault: ForcedFault): void {
    this.forced.push({ ...fault });
  }

  clear(): void {
    this.forced = [];
  }

  strike(on: Operation, about: string): Fault | undefined {
    const first = !this.tried.has(about);
    if (on === 'submit') this.tried.add(about);
    const forced = this.takeForced(on, about);
    if (forced) return forced;
    const seeded = this.seeded(about);
    if (!seeded || on !== (STRIKES_ON[seeded] ?? 'submit')) return undefined;
    return first || LASTING.includes(seeded) ? seeded : undefined;
  }

  private takeForced(on: Operation, about: string): Fault | undefined {
    const orderId = about.slice(0, about.lastIndexOf(':'));
    const found = this.forced.find(
      (one) => one.on === on && (one.reference ?? about) === about && (one.orderId ?? orderId) === orderId,
    );
    if (!found) return undefined;
    found.times -= 1;
    if (found.times <= 0) this.forced = this.forced.filter((one) => one !== found);
    return found.fault;
  }

  private seeded(reference: string): Fault | undefined {
    let left = uniform(this.seed, 'fault', reference);
    const found = FAULTS.find((fault) => {
      left -= this.rates[fault] ?? 0;
      return left < 0;
    });
    const isSession = !reference.includes(':');
    return found && SESSION_FAULTS.some((one) => one === found) && !isSession ? undefined : found;
  }
}
