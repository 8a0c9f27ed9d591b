import { counted } from '@supreme-access/contract/labels.js';
import type {
  PromiseCheck,
  PromiseName,
  PromiseState,
  RunFigures,
  Unchecked,
} from '@supreme-access/contract/shapes/audit.js';
import { day } from '../ui/format.js';
import { LEDGER_NAMES, runState } from './run-words.js';

export const PROMISE_NAMES: Record<PromiseName, string> = {
  'never-oversold': 'Never oversold',
  'charged-on-evidence': 'Charged only on evidence',
  'nothing-changed': 'Nothing changed',
};

export const STATES: Record<PromiseState, { word: string; tone: 'good' | 'waits' | 'bad' }> = {
  kept: { word: 'Kept', tone: 'good' },
  unchecked: { word: 'Not fully checked', tone: 'waits' },
  broken: { word: 'Problems found', tone: 'bad' },
};

const number = new Intl.NumberFormat('en-US');
/** `1,204 slots`; undefined where an older run did not count them. */
const many = (count: RunFigures[string] | undefined, one: string, more: string) =>
  count === undefined
    ? undefined
    : counted(Number(count), one, more).replace(/^\d+/, (all) => number.format(Number(all)));
const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(', ');

/** What a check has looked at, by the figures that its run recorded. */
export function checkedBy(promise: PromiseName, { kind, figures, runId }: PromiseCheck): string {
  const of = (name: string, one: string, more = `${one}s`) => many(figures[name], one, more);
  if (kind === 'seal') {
    if (figures.position === undefined) return 'The log was not sealed';
    return `Sealed to position ${number.format(Number(figures.position))} by seal ${figures.seal}${runId ? '' : ', by itself'}`;
  }
  if (kind === 'verify') {
    const accepted = of('accepted', 'event accepted as damaged', 'events accepted as damaged');
    return joined(of('events', 'event'), of('streams', 'hash chain'), accepted);
  }
  if (kind === 'reconcile') {
    const equal = Object.entries(LEDGER_NAMES).flatMap(([name, ledger]) =>
      figures[name] === undefined ? [] : [`${number.format(Number(figures[name]))} ${ledger.toLowerCase()}`],
    );
    const since = typeof figures.from === 'string' ? ` since ${day(figures.from)}` : '';
    return `Log, Stripe and retailer agree on ${equal.join(', ') || many(figures.matched, 'entry', 'entries')}${since}`;
  }
  if (promise === 'never-oversold') return joined(of('products', 'drop'), of('slots', 'slot'));
  if (promise === 'charged-on-evidence') return joined(of('fees', 'fee'), of('proofs', 'proof'), of('orders', 'order'));
  return joined(of('rows', 'row of a list, folded again', 'rows of the lists, folded again'));
}

const OVERDUE = 'The next seal is overdue.';
const NOT_LISTED = 'A retailer did not list its sales: only our own purchases were looked up there.';
const NOT_COUNTED = 'That run found more than it listed, of kinds it did not count. Run it again.';

/** What nobody has checked yet, in plain words. */
export function uncheckedBy(promise: PromiseName, { kind, state, figures, since, later }: PromiseCheck): string {
  const stopped = later?.outcome === 'stopped' ? ` A later run stopped: ${reasonOf(later.reason)}` : '';
  if (later && later.outcome === null) return `Running now: ${runState(later)}.`;
  if (!since) return `No run yet.${stopped}`;
  const lacks = state === 'unchecked' ? ` ${kind === 'seal' ? OVERDUE : NOT_COUNTED}` : '';
  const isListed = figures.retailerList === undefined || figures.retailerList === 'read';
  return `${newsOf(promise, kind === 'seal', since)}${lacks}${isListed ? '' : ` ${NOT_LISTED}`}${stopped}`;
}

const reasonOf = (reason: string | null) =>
  reason === null || reason === 'lease-over' ? 'its process ended.' : reason;

function newsOf(promise: PromiseName, isSeal: boolean, { events, drops, slots, fees, isMore }: Unchecked): string {
  const least = isMore ? 'at least ' : '';
  const none = isMore ? 'Not counted to the end yet.' : undefined;
  if (promise === 'never-oversold') {
    const text = `Since then ${least}${many(slots, 'slot', 'slots')} in ${many(drops, 'drop', 'drops')}.`;
    return slots > 0 ? text : (none ?? 'No slot was reserved since.');
  }
  if (promise === 'charged-on-evidence') {
    return fees > 0 ? `Since then ${least}${many(fees, 'fee', 'fees')}.` : (none ?? 'No fee was charged since.');
  }
  const what = isSeal ? 'not sealed yet' : 'not checked yet';
  return events > 0
    ? `${least}${many(events, 'event', 'events')} since, ${what}.`.replace(/^a/, 'A')
    : (none ?? 'Nothing has happened since.');
}

/** Whether anything is left to check. */
export const isBehind = (promise: PromiseName, { since }: PromiseCheck): boolean =>
  since === null ||
  since.isMore ||
  { 'never-oversold': since.slots, 'charged-on-evidence': since.fees, 'nothing-changed': since.events }[promise] > 0;
