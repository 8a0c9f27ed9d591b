import type { Dice } from './dice.js';
import { SERVICES } from './line.js';
import type { Place } from './sim-process.js';
import type { Spell } from './weather.js';

/** At `at` (ms lived) a process is killed, or the log's server loses its power. */
export interface Blow {
  at: number;
  what: 'kill' | 'log crash';
}

/** What happens to this world. */
export interface Trouble {
  places: Place[];
  spells: Spell[];
  blows: Blow[];
}

const ROLES = [
  ['all', 'all'],
  ['all', 'all'],
  ['all', 'all'],
  ['all'],
  ['api', 'worker', 'projector', 'all'],
  ['api', 'api', 'worker', 'worker', 'projector', 'projector'],
] as const;
/** ms that two clocks differ at most */
export const SKEW = 5_000;

/** `until`: ms lived from which all goes well */
export function troubleOf(dice: Dice, until: number): Trouble {
  const places = dice.pick(ROLES).map((role, i) => {
    return { name: `${role}-${i + 1}`, role, skew: dice.whole(-SKEW / 2, SKEW / 2) };
  });
  const isCalm = dice.chance(0.15);
  const spells = isCalm ? [] : SERVICES.flatMap((service) => spellsOf(dice, service, until));
  const blows = Array.from({ length: isCalm ? 0 : dice.whole(0, 3) }, () => {
    return { at: dice.whole(2_000, until), what: dice.chance(0.7) ? 'kill' : 'log crash' } as const;
  });
  return { places, spells, blows: blows.sort((a, b) => a.at - b.at) };
}

function spellsOf(dice: Dice, service: Spell['service'], until: number): Spell[] {
  return Array.from({ length: dice.whole(0, 2) }, () => {
    // Half of a partner's bad weather comes when most is asked of it.
    const isRush = dice.chance(0.5) && (service === 'retailer' || service === 'stripe');
    const from = isRush ? dice.whole(30_000, 45_000) : dice.whole(1_000, until);
    const kind = dice.pick(['rough', 'rough', 'away'] as const);
    const to = Math.min(until, from + dice.whole(1_000, kind === 'away' ? 20_000 : 40_000));
    return { service, kind, from, to };
  });
}
