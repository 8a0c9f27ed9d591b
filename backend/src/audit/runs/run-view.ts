import { type AuditRun, RUN_KINDS, RUN_OUTCOMES, type RunFinding } from '@supreme-access/contract/audit-runs.js';
import { COUNT, INSTANT, listOf, oneOf, orNull, shape, TEXT } from '../../platform/http/answer-schemas.js';
import { schemaOf } from '../../platform/http/answers.js';
import { LEASE_OVER } from './audit-run.js';
import type { RunDoc } from './runs.projection.js';

export const RUN_FINDING = shape<RunFinding>('RunFinding', {
  id: TEXT,
  what: TEXT,
  about: TEXT,
  orderId: { optional: TEXT },
  detail: { optional: TEXT },
});

export const AUDIT_RUN = shape<AuditRun>('AuditRun', {
  id: TEXT,
  kind: oneOf(RUN_KINDS),
  askedBy: shape<AuditRun['askedBy']>('AskedBy', { kind: TEXT, id: TEXT }),
  from: orNull(INSTANT),
  to: orNull(INSTANT),
  startedAt: INSTANT,
  finishedAt: orNull(INSTANT),
  outcome: orNull(oneOf(RUN_OUTCOMES)),
  reason: orNull(TEXT),
  done: COUNT,
  total: orNull(COUNT),
  phase: orNull(TEXT),
  figures: schemaOf<AuditRun['figures']>({ type: 'object', additionalProperties: true }),
  findings: listOf(RUN_FINDING),
  healed: listOf(TEXT),
});

/** `standing`: what the process that carries it out knows better; `now` ms UTC */
export function runView(
  doc: RunDoc,
  standing: Pick<AuditRun, 'phase' | 'done' | 'total'> | undefined,
  now: number,
): AuditRun {
  const isLost = doc.outcome === null && now >= doc.leaseUntil;
  const { phase, done, total } = standing ?? doc;
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
