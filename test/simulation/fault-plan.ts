import { setTimeout as wait } from 'node:timers/promises';
import type { CallResult, FaultPlan, Service } from './connection.js';
import type { RandomSource } from './random-source.js';

/**
 * From `from` to `to` (ms of virtual time) a service is unreachable, fails often, answers after the end of the spell only, or never answers
 * calls of that time because its leading node is frozen.
 */
export interface Spell {
  service: Service;
  kind: 'rough' | 'away' | 'hung' | 'frozen';
  from: number;
  to: number;
}

/** A partner that is unreachable for hours or days (ms UTC). */
export interface Outage {
  service: Service;
  from: number;
  to: number;
}

/** ms after which each adapter gives up */
const PATIENCE: Record<Service, number> = {
  log: 2_000,
  models: 2_000,
  vault: 2_000,
  retailer: 3_000,
  stripe: 3_000,
  smtp: 5_000,
};
/** the share of failing calls in a rough spell */
const ROUGH = 0.25;

/** Bad spells for each service; between them nothing fails. */
export class SeededFaults implements FaultPlan {
  isStill = false;

  constructor(
    private readonly spells: readonly Spell[],
    private readonly lived: () => number,
    private readonly outage: Outage | null = null,
  ) {}

  isClear(service: Service, since: number): boolean {
    const isHere = (one: Spell) => one.service === service && one.from <= this.lived() && since < one.to;
    return service !== this.outage?.service && !this.spells.some(isHere);
  }

  result(service: Service, random: RandomSource): CallResult {
    const now = this.lived();
    const spell = this.spells.find((one) => one.service === service && one.from <= now && now < one.to);
    const isOutside = service === 'retailer' || service === 'stripe' || service === 'smtp';
    if (service === this.outage?.service && this.outage.from <= Date.now() && Date.now() < this.outage.to)
      return { kind: 'lost', ms: random.whole(1, PATIENCE[service]) };
    if (!spell) return { kind: 'fine', ms: isOutside || random.chance(0.1) ? random.whole(1, 40) : 0 };
    if (spell.kind === 'hung') {
      const left = spell.to - now + random.whole(0, 500);
      return random.pick<CallResult>([
        { kind: 'fine', ms: left },
        { kind: 'hung', ms: left },
      ]);
    }
    if (spell.kind === 'frozen') return frozen(spell.to - now, random);
    const ms = random.whole(1, PATIENCE[service]);
    if (spell.kind === 'away') return { kind: 'lost', ms };
    if (!random.chance(ROUGH)) return { kind: 'fine', ms: random.whole(0, 300) };
    const laterMs = ms + random.whole(1, 5_000);
    return random.pick<CallResult>([
      { kind: 'fine', ms: 4 * ms },
      { kind: 'lost', ms },
      { kind: 'unanswered', ms },
      { kind: 'late', ms, later: () => wait(laterMs) },
    ]);
  }
}

/** Not executed, executed without an answer, or executed late by a node that continues. */
function frozen(left: number, random: RandomSource): CallResult {
  const lateMs = left + random.whole(0, 2_000);
  return random.pick<CallResult>([
    { kind: 'lost', ms: left },
    { kind: 'unanswered', ms: left },
    { kind: 'late', ms: left, later: () => wait(lateMs) },
  ]);
}
