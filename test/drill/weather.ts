import { setTimeout as wait } from 'node:timers/promises';
import type { Dice } from './dice.js';
import type { Fate, Service, Weather } from './line.js';

/**
 * From `from` to `to` (ms lived) a service is out of reach, hard to reach, answers nobody until it is over, or answers none of the calls
 * from then at all: the node that leads is frozen until another one does.
 */
export interface Spell {
  service: Service;
  kind: 'rough' | 'away' | 'hung' | 'frozen';
  from: number;
  to: number;
}

/** A partner that is out of reach for hours or days, by the clock, from and to a time (ms UTC). */
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
/** share of calls that something happens to in rough weather */
const ROUGH = 0.25;

/** Spells of bad weather over each service; between them all is well. */
export class SeededWeather implements Weather {
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

  fate(service: Service, dice: Dice): Fate {
    const now = this.lived();
    const spell = this.spells.find((one) => one.service === service && one.from <= now && now < one.to);
    const isOutside = service === 'retailer' || service === 'stripe' || service === 'smtp';
    if (service === this.outage?.service && this.outage.from <= Date.now() && Date.now() < this.outage.to)
      return { kind: 'lost', ms: dice.whole(1, PATIENCE[service]) };
    if (!spell) return { kind: 'fine', ms: isOutside || dice.chance(0.1) ? dice.whole(1, 40) : 0 };
    if (spell.kind === 'hung') {
      const left = spell.to - now + dice.whole(0, 500);
      return dice.pick<Fate>([
        { kind: 'fine', ms: left },
        { kind: 'hung', ms: left },
      ]);
    }
    if (spell.kind === 'frozen') return frozen(spell.to - now, dice);
    const ms = dice.whole(1, PATIENCE[service]);
    if (spell.kind === 'away') return { kind: 'lost', ms };
    if (!dice.chance(ROUGH)) return { kind: 'fine', ms: dice.whole(0, 300) };
    const laterMs = ms + dice.whole(1, 5_000);
    return dice.pick<Fate>([
      { kind: 'fine', ms: 4 * ms },
      { kind: 'lost', ms },
      { kind: 'unheard', ms },
      { kind: 'late', ms, later: () => wait(laterMs) },
    ]);
  }
}

/** Not done, done by the others in silence, or done late, by a node that goes on. */
function frozen(left: number, dice: Dice): Fate {
  const lateMs = left + dice.whole(0, 2_000);
  return dice.pick<Fate>([
    { kind: 'lost', ms: left },
    { kind: 'unheard', ms: left },
    { kind: 'late', ms: left, later: () => wait(lateMs) },
  ]);
}
