import type { RunFigures, RunFinding, RunKind, RunOutcome } from '@supreme-access/contract/shapes/audit.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { projection } from '../../projections/projection.js';
import type { AuditRunEvent, Requester, RunRange } from './audit-run.js';

export interface RunDoc {
  runId: string;
  kind: RunKind;
  askedBy: Requester;
  range: RunRange;
  /** ms UTC */
  startedAt: number;
  leaseUntil: number;
  finishedAt: number | null;
  outcome: RunOutcome | null;
  reason: string | null;
  phase: string | null;
  done: number;
  total: number | null;
  figures: RunFigures;
  findings: RunFinding[];
  healed: string[];
  position: number;
}

export const runsProjection = projection<RunDoc, AuditRunEvent>({
  name: 'audit-runs',
  version: 2,
  indexes: [['startedAt'], ['kind', 'startedAt'], ['outcome', 'startedAt']],
  categories: ['audit'],
  own: [],
  idsOf: (event) => [event.data.runId],
  evolve: (document, event) => {
    if (event.type === 'AuditRunStarted') {
      const open = { finishedAt: null, outcome: null, reason: null, phase: null, done: 0, total: null };
      return { ...event.data, ...open, figures: {}, findings: [], healed: [], position: event.position };
    }
    if (!document) return null;
    switch (event.type) {
      case 'AuditRunContinued': {
        const { phase, done, total, leaseUntil } = event.data;
        return { ...document, phase, done, total, leaseUntil };
      }
      case 'AuditRunFinished': {
        const { outcome, reason, figures, firstFindings: findings } = event.data;
        return { ...document, finishedAt: event.at, outcome, reason, figures, findings };
      }
      case 'FindingHealed':
        return { ...document, healed: [...document.healed, event.data.findingId] };
      default:
        return unreachable(event);
    }
  },
});
