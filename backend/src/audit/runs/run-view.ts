import type { AuditRun } from '@supreme-access/contract/shapes/audit.js';
import { LEASE_OVER } from './audit-run.js';
import type { CurrentRun } from './audit-runs.js';
import type { RunDoc } from './runs.projection.js';

/** `now` ms UTC */
export function runView(doc: RunDoc, current: CurrentRun | null, now: number): AuditRun {
  const isLost = doc.outcome === null && now >= doc.leaseUntil;
  const { phase, done, total } = current?.runId === doc.runId ? current : doc;
  return {
    id: doc.runId,
    kind: doc.kind,
    askedBy: doc.askedBy,
    from: instant(doc.range.from),
    to: instant(doc.range.to),
    startedAt: new Date(doc.startedAt).toISOString(),
    finishedAt: instant(doc.finishedAt),
    outcome: isLost ? 'stopped' : doc.outcome,
    reason: isLost ? LEASE_OVER : doc.reason,
    done,
    total,
    phase,
    figures: doc.figures,
    findings: doc.findings,
    healed: doc.healed,
  };
}

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
