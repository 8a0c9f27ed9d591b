import { BATCH, rushOn } from './lots.js';
import { named } from './requests.js';
import type { Kept, Result } from './results.js';

/** Measured costs of an installation on EventStoreDB and MongoDB. */
export interface Costs {
  /** ms of an `api` process, per reservation */
  answering: number;
  /** decisions a second on one stream, each batch of which is an append */
  stream: number;
  /** ms of processor time per order, fee and mails included */
  order: number;
  /** KiB of log, vault and read models per order */
  stored: number;
  /** appends per 1,000 reservations; calls of the stores per order */
  appends: number;
  calls: number;
  /** ms of an append with 128 in flight */
  latency: number;
}

export interface Drop {
  shoppers: number;
  /** s in which they come */
  within: number;
  slots: number;
}

export interface Needs {
  /** reservations a second */
  rate: number;
  api: number;
  lots: number;
  followers: number;
  /** a second: appends of the rush, and calls of the stores while the orders are settled */
  appends: number;
  calls: number;
  /** stored a day, with one such drop a day */
  gigabytes: number;
}

/** A thread that is busier than this share of the time answers late. */
const BUSY = 0.7;
/** s within which all orders of a drop are attempted, charged and mailed */
const SETTLED = 600;
const MINUTES = `${SETTLED / 60} minutes`;
const DROPS: readonly Drop[] = [
  { shoppers: 10_000, within: 60, slots: 1_000 },
  { shoppers: 100_000, within: 60, slots: 10_000 },
  { shoppers: 1_000_000, within: 60, slots: 50_000 },
];
const LOTS = [1, 4, 16, 32];
const FILE = 'test/bench/results/latest.json';

/** @throws Error for a row that is missing */
export function costsIn(rows: readonly Kept[]): Costs {
  const row = (name: string) => {
    const found = rows.find((one) => one.name === name);
    if (!found) throw missing(name);
    return found;
  };
  const value = (name: string) => row(name).value;
  const stored = ['log', 'vault', 'read-models'].map((store) => value(`disk of ${store} by order, 100,000 orders`));
  const calls = rows.filter(({ name, unit }) => /^emulators: .*, per order$/.test(name) && unit === '');
  if (calls.length === 0) throw missing('emulators: ..., per order');
  const latency = row('emulators: appends, 128 in flight').p50 ?? Number.NaN;
  return {
    answering: value('1 serving, hot product, by product: processor time per reservation'),
    stream: Math.min(value("decisions on one product's stream"), (BATCH * 1_000) / latency),
    order: value('emulators: our processor time per order, fees and mails included'),
    stored: stored.reduce((sum, one) => sum + one, 0),
    appends: value('1 serving, hot product, by product: appends per 1,000'),
    calls: calls.reduce((sum, one) => sum + one.value, 0),
    latency,
  };
}

function missing(name: string): Error {
  return new Error(`${FILE} has no row "${name}": npm run bench measures it`);
}

/** Who comes once the last slot is sold is refused, which costs an answer and a decision but no append. */
export function needsOf({ shoppers, within, slots }: Drop, costs: Costs): Needs {
  const rate = shoppers / within;
  const perThread = (BUSY * 1_000) / costs.answering;
  const sold = Math.min(shoppers, slots);
  return {
    rate,
    api: Math.ceil(rate / perThread),
    // A stream is decided by one process, so a lot takes what its thread answers or its stream decides, whichever is less.
    lots: Math.ceil(rate / Math.min(perThread, BUSY * costs.stream)),
    followers: Math.ceil((sold * costs.order) / 1_000 / (SETTLED * BUSY)),
    appends: (sold / within) * (costs.appends / 1_000),
    calls: (sold * costs.calls) / SETTLED,
    gigabytes: (sold * costs.stored) / 2 ** 20,
  };
}

/** What drops need, beside what the rows of one and more processes measured; and how lots sell a million shoppers' drop. */
export function model(rows: readonly Kept[]): Result[] {
  const costs = costsIn(rows);
  return [...checks(rows), ...DROPS.flatMap((drop) => rowsOf(drop, needsOf(drop, costs))), ...lots(costs)];
}

/** The model's rates; the twin is what was measured, with the load generator and the stores on the same cores. */
function checks(rows: readonly Kept[]): Result[] {
  const value = (name: string) => rows.find((row) => row.name === name)?.value ?? Number.NaN;
  const answering = value("the answering thread's processor time per reservation");
  const embedded = { name: 'model: reservations of one process, embedded', value: 1_000_000 / answering, unit: '/s' };
  const several = [1, 2, 4].map((number): Result => {
    const name = `${number} serving, 50 products, by product`;
    const rate = (number * 1_000) / value(`${name}: processor time per reservation`);
    return { name: `model: ${name}`, value: rate, unit: '/s', bare: value(name) };
  });
  const all = [{ ...embedded, bare: value('reservations of one hot product') }, ...several];
  return all.filter((row) => Number.isFinite(row.value));
}

function rowsOf({ shoppers, within, slots }: Drop, needs: Needs): Result[] {
  const units = {
    rate: 'reservations/s',
    api: 'api processes',
    lots: 'lots',
    followers: `followers, so that all is settled in ${MINUTES}`,
    appends: 'appends/s in the rush',
    calls: `calls/s of the stores, so that all is settled in ${MINUTES}`,
    gigabytes: 'GB a day, with one such drop a day',
  } satisfies Record<keyof Needs, string>;
  const name = `${named(shoppers)} shoppers in ${within} s for ${named(slots)} slots`;
  const rows = Object.entries(units) as [keyof Needs, string][];
  return rows.map(([need, unit]) => ({ name: `${name}: ${unit}`, value: needs[need], unit: '' }));
}

/** Six seconds of the rush of the largest drop. The thread that decides for a lot answers its shoppers as well. */
function lots({ answering, latency }: Costs): Result[] {
  const rush = { shoppers: 100_000, within: 6_000, slots: 5_000, seed: 1, trouble: 0.05 };
  return LOTS.map((count) => {
    const { sold, most, ms } = rushOn({ ...rush, lots: count, decision: answering * 1_000, append: latency });
    const must = ['each slot once', sold === rush.slots && most === rush.slots] as const;
    const name = `simulated: 100,000 shoppers in 6 s, ${count === 1 ? 'one lot' : `${count} lots`}`;
    return { name, value: (rush.shoppers * 1_000) / ms, unit: 'answers/s', must };
  });
}
