import type { AuditRun, InTheWayOfRun, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { viewerTime } from '../ui/format.js';

export const KINDS: Record<RunKind, { label: string; says: string }> = {
  verify: { label: 'Verify', says: 'Checks every hash chain of the event log for tampering.' },
  replay: {
    label: 'Replay',
    says: 'Rebuilds every order from its events and checks rules, amounts and lists.',
  },
  reconcile: { label: 'Reconcile', says: 'Compares orders with the records of Stripe and the retailer.' },
  seal: { label: 'Seal', says: 'Signs the event log up to now.' },
};

/** The name of a run; a kind of a later version shows its own id. */
export const runName = (kind: RunKind): string => KINDS[kind]?.label ?? kind;

export function whyNot({ kind, since, title, at, until, hasBegun }: InTheWayOfRun): string {
  if (kind && since) return `${runName(kind)} has been running since ${viewerTime(since)}. Only one run at a time.`;
  const when = at ? viewerTime(at) : 'soon';
  const what = hasBegun ? `The drop of ${title} has been running since ${when}` : `${title} is released ${when}`;
  const latest = until ? `, ${viewerTime(until)} at the latest` : '';
  return `${what}. Runs can start again once that drop has finished${latest}.`;
}

const WHAT: Record<string, string> = {
  'chain-broken': 'Chain broken',
  'log-changed': 'The log is not as it was sealed',
  'row-differs': 'List differs from the event log',
  oversold: 'Oversold',
  'second-slot': 'Second slot for one profile',
  'fee-without-evidence': 'Fee charged without proof of purchase',
  'charged-wrongly': 'Wrong charge',
  'not-attempted-once': 'Never attempted',
  'token-misused': 'Payment token used wrongly',
  'not-ended-in-time': 'Not ended in time',
  'missing-here': 'Missing in our event log',
  'missing-there': 'Missing at Stripe or the retailer',
  'amount-differs': 'Amount differs',
  'evidence-differs': 'Order number differs',
  'charged-twice': 'Charged twice at Stripe',
  'refunded-twice': 'Refunded twice at Stripe',
  'token-captured': 'Money taken for a refused purchase',
  'token-left-open': 'Payment token left open',
  'summary-differs': 'Published sums of a drop differ',
  'stream-damaged': 'Stream damaged',
};
export const whatOf = (what: string) => WHAT[what] ?? what.replaceAll('-', ' ');

export const LEDGER_NAMES: Record<string, string> = {
  feesEqual: 'Fees',
  refundsEqual: 'Refunds',
  purchasesEqual: 'Purchases',
  tokensEqual: 'Payment tokens',
};

/** `missingHere` becomes "Missing here". */
export function figureName(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function runState({ outcome, phase, done, total }: AuditRun): string {
  if (outcome === 'passed') return 'Passed';
  if (outcome === 'failed') return 'Problems found';
  if (outcome === 'stopped') return 'Stopped';
  if (phase === null) return 'Starting';
  return total === null || total === 0 ? `${phase}, ${done}` : `${phase}, ${Math.floor((100 * done) / total)} %`;
}
