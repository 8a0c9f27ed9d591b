import type { Dice } from './dice.js';
import { SERVICES } from './line.js';
import type { Place } from './sim-process.js';
import type { Outage, Spell } from './weather.js';

/**
 * At `at` (ms of virtual time) a process is killed, the log's server loses its power, the vault is copied or restored from that copy, the
 * log is restored from an earlier state, or an order's stream is cut in the store or uncut.
 */
export interface Blow {
  at: number;
  what: 'kill' | 'log crash' | 'vault copy' | 'older vault' | 'older log' | 'cut' | 'uncut';
}

/** The disk's free bytes from `from` to `to` (ms of virtual time). */
export interface DiskSpell {
  from: number;
  to: number;
  free: number;
}

/** After so many claims of a release a working process is stopped or killed. */
export interface Restart {
  claims: number;
  what: 'stop' | 'kill';
}

export interface Trouble {
  places: Place[];
  spells: Spell[];
  blows: Blow[];
  restart: Restart | null;
  outage: Outage | null;
  disk: DiskSpell | null;
  /** names with unknown mailboxes */
  bounces: string[];
}

const ROLES = [
  ['all', 'all'],
  ['all', 'all'],
  ['all'],
  ['all'],
  ['api', 'worker', 'projector', 'all'],
  ['api', 'api', 'worker', 'worker', 'projector', 'projector'],
] as const;
const HOUR = 3_600_000;
/** the largest difference of two clocks, ms */
export const SKEW = 5_000;

/** Nothing fails after `until` (ms of virtual time) except an outage of a partner, which may begin with the release (ms UTC). */
export function troubleOf(dice: Dice, until: number, release: number): Trouble {
  const places = dice.pick(ROLES).map((role, i) => {
    return { name: `${role}-${i + 1}`, role, skew: dice.whole(-SKEW / 2, SKEW / 2) };
  });
  const isCalm = dice.chance(0.15);
  const frozen = isCalm ? [] : frozenOf(dice.of('frozen'), until);
  const spells = isCalm ? [] : [...frozen, ...SERVICES.flatMap((service) => spellsOf(dice, service, until))];
  const blows = Array.from({ length: isCalm ? 0 : dice.whole(0, 3) }, () => {
    return { at: dice.whole(2_000, until), what: dice.chance(0.7) ? 'kill' : 'log crash' } as const;
  });
  const isRestored = !isCalm && dice.chance(0.2);
  const restored = isRestored ? restoreOf(dice, until) : [];
  const putBack = dice.of('older log');
  if (!isCalm && putBack.chance(0.15)) restored.push({ at: putBack.whole(5_000, until - 40_000), what: 'older log' });
  const cuts = !isCalm && dice.of('cut').chance(0.3) ? cutOf(dice.of('cut when')) : [];
  const outage = !isCalm && dice.chance(0.15) ? outageOf(dice, release) : null;
  const restart = restartOf(dice.of('restart'));
  const bounces = dice.chance(0.2) ? [dice.pick(['ada0', 'ada1', 'bea0'])] : [];
  const disk = !isCalm && dice.chance(0.3) ? diskOf(dice, until) : null;
  return {
    places,
    spells,
    blows: [...blows, ...restored, ...cuts].sort((a, b) => a.at - b.at),
    restart,
    outage,
    disk,
    bounces,
  };
}

function restartOf(dice: Dice): Restart | null {
  return dice.chance(0.5) ? { claims: dice.whole(1, 4), what: dice.pick(['stop', 'kill'] as const) } : null;
}

/** Too little for new work, or for any write; most often during the release. */
function diskOf(dice: Dice, until: number): DiskSpell {
  const from = dice.chance(0.6) ? dice.whole(15_000, 40_000) : dice.whole(1_000, until - 40_000);
  const free = dice.pick([40, 20, 1]) * 2 ** 20;
  return { from, to: Math.min(until, from + dice.whole(20_000, 45_000)), free };
}

/** Restores an older copy of the vault. */
function restoreOf(dice: Dice, until: number): Blow[] {
  const copied = dice.whole(1_000, until / 2);
  return [
    { at: copied, what: 'vault copy' },
    { at: dice.whole(copied + 1_000, until), what: 'older vault' },
  ];
}

/** Around the release, and long enough for a start to meet it. */
function cutOf(dice: Dice): Blow[] {
  const at = dice.whole(15_000, 60_000);
  return [
    { at, what: 'cut' },
    { at: at + dice.whole(12_000, 25_000), what: 'uncut' },
  ];
}

function outageOf(dice: Dice, from: number): Outage {
  const service = dice.pick(['retailer', 'stripe', 'smtp'] as const);
  return { service, from, to: from + dice.pick([2, 20, 60]) * HOUR };
}

function spellsOf(dice: Dice, service: Spell['service'], until: number): Spell[] {
  return Array.from({ length: dice.whole(0, 2) }, () => {
    // Half of a partner's faults strike during the release.
    const isRush = dice.chance(0.5) && (service === 'retailer' || service === 'stripe');
    const from = isRush ? dice.whole(30_000, 45_000) : dice.whole(1_000, until);
    const kind = dice.pick(['rough', 'rough', 'away', 'hung'] as const);
    const to = Math.min(until, from + dice.whole(1_000, kind === 'rough' ? 40_000 : 20_000));
    return { service, kind, from, to };
  });
}

/** The log's leader freezes, most often during the release, until another one is elected and found. */
function frozenOf(dice: Dice, until: number): Spell[] {
  return Array.from({ length: dice.whole(0, 2) }, () => {
    const from = dice.chance(0.6) ? dice.whole(28_000, 45_000) : dice.whole(1_000, until);
    return { service: 'log', kind: 'frozen', from, to: Math.min(until, from + dice.whole(4_000, 9_000)) };
  });
}
