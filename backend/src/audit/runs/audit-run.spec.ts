import type { RunFinding } from '@supreme-access/contract/audit-runs.js';
import { AT, decisions, MINUTE, origin } from '../../platform/given.fixture.js';
import {
  type AuditRunEvent,
  auditRuns,
  ContinueAuditRun,
  FinishAuditRun,
  type NearRelease,
  RecordHealing,
  RUNS,
  StartAuditRun,
} from './audit-run.js';

const { given } = decisions(auditRuns);

const askedBy = { kind: 'auditor', id: 'au-1' } as const;
const range = { from: null, to: null };
const LEASE = AT + 2 * MINUTE;
const start = (runId = 'run-1', releases: NearRelease[] = [], leaseUntil = LEASE) =>
  new StartAuditRun(RUNS, { runId, kind: 'reconcile', askedBy, range, leaseUntil, releases }, origin);
const started = (runId = 'run-1', startedAt = AT, leaseUntil = LEASE): AuditRunEvent => ({
  type: 'AuditRunStarted',
  data: { runId, kind: 'reconcile', askedBy, range, startedAt, leaseUntil },
});
const finding: RunFinding = { id: 'missing-here:pi_1', what: 'missing-here', about: 'pi_1', orderId: 'order-1' };
const ending = {
  runId: 'run-1',
  outcome: 'failed',
  figures: { matched: 2 },
  firstFindings: [finding],
  reason: null,
} as const;
const finished: AuditRunEvent = { type: 'AuditRunFinished', data: { ...ending, firstFindings: [finding] } };
const finish = () => new FinishAuditRun(RUNS, { ...ending, firstFindings: [finding] }, origin);
const heal = (runId = 'run-1', findingId = finding.id) =>
  new RecordHealing(RUNS, { runId, findingId, orderId: 'order-1', healedBy: 'ad-1' }, origin);
const healed: AuditRunEvent = {
  type: 'FindingHealed',
  data: { runId: 'run-1', findingId: finding.id, orderId: 'order-1', healedBy: 'ad-1' },
};

describe('a run of an audit', () => {
  it('is recorded as it starts, with who asked for it, and once', () => {
    given().when(start()).makesOnce(started());
  });

  it('is one at a time: whoever asks meanwhile waits until it is finished', () => {
    given(started()).when(start('run-2')).refused('run-in-progress', 'conflict');
    given(started(), finished).when(start('run-2')).makes(started('run-2'));
  });

  it('goes on under a new lease, as long as it is the one', () => {
    const leaseUntil = AT + 5 * MINUTE;
    const data = { runId: 'run-1', phase: 'orders', done: 5, total: 10, leaseUntil };
    const went: AuditRunEvent = { type: 'AuditRunContinued', data };
    given(started())
      .when(new ContinueAuditRun(RUNS, data, origin))
      .makes(went);
    given(started(), finished)
      .when(new ContinueAuditRun(RUNS, data, origin))
      .refused('run-over', 'conflict');
    given(started(), went)
      .when(start('run-2'), AT + 4 * MINUTE)
      .refused('run-in-progress', 'conflict');
  });

  it('whose process was killed counts as stopped once its lease is over', () => {
    const leaseUntil = AT + 10 * MINUTE;
    given(started())
      .when(start('run-2', [], leaseUntil), LEASE)
      .makes(
        {
          type: 'AuditRunFinished',
          data: { runId: 'run-1', outcome: 'stopped', figures: {}, firstFindings: [], reason: 'lease-over' },
        },
        started('run-2', LEASE, leaseUntil),
      );
  });

  it('that was taken for stopped says nothing more', () => {
    given(started(), started('run-2')).when(finish()).nothing();
  });

  it.each([
    [30 * MINUTE, 'before'],
    [0, 'at'],
    [-30 * MINUTE, 'after'],
  ])('is refused %i ms %s a release, which is named', (away) => {
    const near = { productId: 'box-hoodie', at: AT + away };
    given()
      .when(start('run-1', [near]))
      .refused('release-near', 'conflict');
    expect(() => auditRuns.decide(start('run-1', [near]), auditRuns.initial, AT)).toThrow(
      `box-hoodie is released at ${new Date(AT + away).toISOString()}`,
    );
  });

  it.each([31 * MINUTE, -31 * MINUTE])('starts %i ms from a release', (away) => {
    given()
      .when(start('run-1', [{ productId: 'box-hoodie', at: AT + away }]))
      .makes(started());
  });

  it('finishes once, with its figures and first findings', () => {
    given(started()).when(finish()).makesOnce(finished);
    given().when(finish()).nothing();
  });
});

describe('a finding of the last reconciliation', () => {
  it('is recorded as healed, once', () => {
    given(started(), finished).when(heal()).makesOnce(healed);
  });

  it('is nothing to heal any more once a later run has looked', () => {
    const later: AuditRunEvent = { type: 'AuditRunFinished', data: { ...ending, runId: 'run-2', firstFindings: [] } };
    given(started(), finished, started('run-2'), later).when(heal()).refused('run-over', 'conflict');
  });

  it('stays one while a later run is stopped before its end', () => {
    const cut: AuditRunEvent = {
      type: 'AuditRunFinished',
      data: { runId: 'run-2', outcome: 'stopped', figures: {}, firstFindings: [], reason: 'lease-over' },
    };
    given(started(), finished, started('run-2'), cut).when(heal()).makes(healed);
  });

  it('is not healed where no run has found it', () => {
    given(started(), finished).when(heal('run-1', 'missing-here:pi_9')).refused('run-over', 'conflict');
  });
});
