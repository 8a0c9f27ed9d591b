import { SERVICES } from './connection.js';
import type { Outage, Spell } from './fault-plan.js';
import type { RandomSource } from './random-source.js';
import type { Place } from './sim-process.js';

/**
 * At `at` (ms of virtual time) a process is killed, the log's server loses its power, the vault is copied or restored from that copy, the
 * log is restored from an earlier state, or an order's stream is cut in the store or uncut.
 */
export interface Crash {
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
  crashes: Crash[];
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
export function troubleOf(random: RandomSource, until: number, release: number): Trouble {
  const places = random.pick(ROLES).map((role, i) => {
    return { name: `${role}-${i + 1}`, role, skew: random.whole(-SKEW / 2, SKEW / 2) };
  });
  const isCalm = random.chance(0.15);
  const frozen = isCalm ? [] : frozenOf(random.of('frozen'), until);
  const spells = isCalm ? [] : [...frozen, ...SERVICES.flatMap((service) => spellsOf(random, service, until))];
  const crashes = Array.from({ length: isCalm ? 0 : random.whole(0, 3) }, () => {
    return { at: random.whole(2_000, until), what: random.chance(0.7) ? 'kill' : 'log crash' } as const;
  });
  const isRestored = !isCalm && random.chance(0.2);
  const restored = isRestored ? restoreOf(random, until) : [];
  const putBack = random.of('older log');
  if (!isCalm && putBack.chance(0.15)) restored.push({ at: putBack.whole(5_000, until - 40_000), what: 'older log' });
  const cuts = !isCalm && random.of('cut').chance(0.3) ? cutOf(random.of('cut when')) : [];
  const outage = !isCalm && random.chance(0.15) ? outageOf(random, release) : null;
  const restart = restartOf(random.of('restart'));
  const bounces = random.chance(0.2) ? [random.pick(['ada0', 'ada1', 'bea0'])] : [];
  const disk = !isCalm && random.chance(0.3) ? diskOf(random, until) : null;
  return {
    places,
    spells,
    crashes: [...crashes, ...restored, ...cuts].sort((a, b) => a.at - b.at),
    restart,
    outage,
    disk,
    bounces,
  };
}

function restartOf(random: RandomSource): Restart | null {
  return random.chance(0.5) ? { claims: random.whole(1, 4), what: random.pick(['stop', 'kill'] as const) } : null;
}

/** Too little for new work, or for any write; most often during the release. */
function diskOf(random: RandomSource, until: number): DiskSpell {
  const from = random.chance(0.6) ? random.whole(15_000, 40_000) : random.whole(1_000, until - 40_000);
  const free = random.pick([40, 20, 1]) * 2 ** 20;
  return { from, to: Math.min(until, from + random.whole(20_000, 45_000)), free };
}

/** Restores an older copy of the vault. */
function restoreOf(random: RandomSource, until: number): Crash[] {
  const copied = random.whole(1_000, until / 2);
  return [
    { at: copied, what: 'vault copy' },
    { at: random.whole(copied + 1_000, until), what: 'older vault' },
  ];
}

/** Around the release, and long enough for a start to meet it. */
function cutOf(random: RandomSource): Crash[] {
  const at = random.whole(15_000, 60_000);
  return [
    { at, what: 'cut' },
    { at: at + random.whole(12_000, 25_000), what: 'uncut' },
  ];
}

function outageOf(random: RandomSource, from: number): Outage {
  const service = random.pick(['retailer', 'stripe', 'smtp'] as const);
  return { service, from, to: from + random.pick([2, 20, 60]) * HOUR };
}

function spellsOf(random: RandomSource, service: Spell['service'], until: number): Spell[] {
  return Array.from({ length: random.whole(0, 2) }, () => {
    // Half of a partner's faults strike during the release.
    const isRush = random.chance(0.5) && (service === 'retailer' || service === 'stripe');
    const from = isRush ? random.whole(30_000, 45_000) : random.whole(1_000, until);
    const kind = random.pick(['rough', 'rough', 'away', 'hung'] as const);
    const to = Math.min(until, from + random.whole(1_000, kind === 'rough' ? 40_000 : 20_000));
    return { service, kind, from, to };
  });
}

/** The log's leader freezes, most often during the release, until another one is elected and found. */
function frozenOf(random: RandomSource, until: number): Spell[] {
  return Array.from({ length: random.whole(0, 2) }, () => {
    const from = random.chance(0.6) ? random.whole(28_000, 45_000) : random.whole(1_000, until);
    return { service: 'log', kind: 'frozen', from, to: Math.min(until, from + random.whole(4_000, 9_000)) };
  });
}
