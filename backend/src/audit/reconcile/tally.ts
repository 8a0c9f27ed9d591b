import type { RunFigures, RunFinding } from '@supreme-access/contract/audit-runs.js';
import type { Findings } from '../runs/runner.js';
import { DISAGREEMENTS, type Disagreement, type Judgement } from './judgement.js';

/** Which ledger a line is of; in ids of findings, by which they are looked up again. */
export type Ledger = 'intent' | 'refund' | 'checkout';

const isDisagreement = (judgement: Judgement): judgement is Extract<Judgement, { detail: string }> =>
  DISAGREEMENTS.some((one) => one === judgement.kind);

/** Counts what was judged, and keeps what is wrong. */
export class Tally {
  private readonly counts: Record<Judgement['kind'], number> = {
    matched: 0,
    nothing: 0,
    'under-way': 0,
    foreign: 0,
    test: 0,
    'missing-here': 0,
    'missing-there': 0,
    'amount-differs': 0,
    'evidence-differs': 0,
    'stream-damaged': 0,
  };
  private retailerLists = true;

  constructor(readonly findings: Findings) {}

  add(judgement: Judgement, ledger: Ledger, about: string, orderId: string | null): void {
    this.counts[judgement.kind] += 1;
    if (isDisagreement(judgement))
      this.findings.add(findingOf(judgement.kind, ledger, about, orderId, judgement.detail));
  }

  retailerLacksList(): void {
    this.retailerLists = false;
  }

  get figures(): RunFigures {
    const { counts } = this;
    return {
      matched: counts.matched,
      missingHere: counts['missing-here'],
      missingThere: counts['missing-there'],
      amountDiffers: counts['amount-differs'],
      evidenceDiffers: counts['evidence-differs'],
      streamsDamaged: counts['stream-damaged'],
      underWay: counts['under-way'],
      foreign: counts.foreign,
      testOrders: counts.test,
      retailerList: this.retailerLists ? 'read' : 'lacking: only our own purchases were looked up',
    };
  }
}

function findingOf(
  what: Disagreement,
  ledger: Ledger,
  about: string,
  orderId: string | null,
  detail: string,
): RunFinding {
  return { id: `${what}:${ledger}:${about}`, what, about, ...(orderId === null ? {} : { orderId }), detail };
}

/** Which line of which ledger a finding is about; undefined of what no reconciliation found. */
export function lineOf({ id, what, about }: RunFinding): { ledger: Ledger; about: string } | undefined {
  const ledger = (['intent', 'refund', 'checkout'] as const).find((one) => id === `${what}:${one}:${about}`);
  return ledger && { ledger, about };
}
