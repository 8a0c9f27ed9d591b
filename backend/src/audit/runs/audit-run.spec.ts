import type { RunFinding } from '@supreme-access/contract/shapes/audit.js';
import { AT, DAY, decisions, HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import {
  type AuditRunEvent,
  auditRuns,
  ContinueAuditRun,
  FinishAuditRun,
  LONGEST_DROP,
  type NearRelease,
  RecordHealing,
  RUNS,
  StartAuditRun,
  stopped,
} from './audit-run.js';

const { given, fold } = decisions(auditRuns);

const askedBy = { kind: 'auditor', id: 'au-1' } as const;
const range = { from: null, to: null };
const LEASE = AT + 2 * MINUTE;
const start = (runId = 'run-1', releases: NearRelease[] = [], leaseUntil = LEASE) =>
  new StartAuditRun(RUNS, { runId, kind: 'reconcile', askedBy, range, leaseUntil, releases }, metadata);
const near = (at: number): NearRelease => {
  return { title: 'Box Hoodie', at, until: at + LONGEST_DROP, hasBegun: false };
};
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
const another: RunFinding = { id: 'missing-there:pi_2', what: 'missing-there', about: 'pi_2' };
const ended = (runId: string, firstFindings: RunFinding[]): AuditRunEvent => ({
  type: 'AuditRunFinished',
  data: { ...ending, runId, firstFindings },
});
const finished = ended('run-1', [finding]);
const cut = (runId: string) => ({
  type: 'AuditRunFinished' as const,
  data: { runId, outcome: 'stopped' as const, figures: {}, firstFindings: [], reason: 'lease-over' },
});
const verifying: AuditRunEvent = {
  type: 'AuditRunStarted',
  data: { runId: 'run-2', kind: 'verify', askedBy, range, startedAt: AT, leaseUntil: LEASE },
};
const finish = () => new FinishAuditRun(RUNS, { ...ending, firstFindings: [finding] }, metadata);
const heal = (runId = 'run-1', findingId = finding.id) =>
  new RecordHealing(RUNS, { runId, findingId, orderId: 'order-1', healedBy: 'ad-1' }, metadata);
const healed = {
  type: 'FindingHealed' as const,
  data: { runId: 'run-1', findingId: finding.id, orderId: 'order-1', healedBy: 'ad-1' },
};

describe('a run of an audit', () => {
  it('is recorded as it starts, with who asked for it, and once', () => {
    given().when(start()).makesOnce(started());
  });

  it('keeps the range, on whose word it is, and nothing of the releases it keeps away from', () => {
    const requested = {
      runId: 'run-1',
      askedBy: { kind: 'admin', id: 'ad-1' },
      range: { from: AT - DAY, to: AT },
    } as const;
    const releases = [near(AT + DAY)];
    given()
      .when(new StartAuditRun(RUNS, { ...requested, kind: 'verify', leaseUntil: LEASE, releases }, metadata))
      .makes({ type: 'AuditRunStarted', data: { ...requested, kind: 'verify', leaseUntil: LEASE, startedAt: AT } });
  });

  it('that is asked for again is under way, whatever is near and whatever its lease', () => {
    given(started())
      .when(start('run-1', [near(AT)]))
      .nothing();
    given(started()).when(start(), LEASE).nothing();
  });

  it('is one at a time: whoever asks meanwhile waits until it is finished', () => {
    given(started()).when(start('run-2')).refused('run-in-progress', 'conflict');
    expect(() => auditRuns.decide(start(), fold(verifying), AT)).toThrow('Another run (verify) is in progress.');
    given(started(), finished).when(start('run-2')).makes(started('run-2'));
  });

  it('goes on under a new lease, as long as it is the one', () => {
    const leaseUntil = AT + 5 * MINUTE;
    const data = { runId: 'run-1', phase: 'orders', done: 5, total: 10, leaseUntil };
    const went: AuditRunEvent = { type: 'AuditRunContinued', data };
    given(started())
      .when(new ContinueAuditRun(RUNS, data, metadata))
      .makes(went);
    given(started(), finished)
      .when(new ContinueAuditRun(RUNS, data, metadata))
      .refused('run-over', 'conflict');
    given(started(), went)
      .when(start('run-2'), leaseUntil - 1)
      .refused('run-in-progress', 'conflict');
    given(started(), went)
      .when(start('run-2', [], leaseUntil + MINUTE), leaseUntil)
      .makes(cut('run-1'), started('run-2', leaseUntil, leaseUntil + MINUTE));
  });

  it('goes on after its lease too, unless another one was started', () => {
    const data = { runId: 'run-1', phase: 'orders', done: 5, total: null, leaseUntil: AT + 5 * MINUTE };
    const goOn = new ContinueAuditRun(RUNS, data, metadata);
    given(started()).when(goOn, LEASE).makes({ type: 'AuditRunContinued', data });
    given(started(), cut('run-1'), started('run-2')).when(goOn, LEASE).refused('run-over', 'conflict');
    given().when(goOn).refused('run-over', 'conflict');
  });

  it('whose process was killed counts as stopped once its lease is over and another one may start', () => {
    const leaseUntil = AT + 10 * MINUTE;
    given(started())
      .when(start('run-2', [], leaseUntil), LEASE - 1)
      .refused('run-in-progress', 'conflict');
    given(started())
      .when(start('run-2', [], leaseUntil), LEASE)
      .makesOnce(cut('run-1'), started('run-2', LEASE, leaseUntil));
    given(started())
      .when(start('run-2', [near(LEASE)], leaseUntil), LEASE)
      .refused('release-near', 'conflict');
  });

  it('that was taken for stopped says nothing more', () => {
    given(started(), started('run-2')).when(finish()).nothing();
  });

  it.each([
    [
      30 * MINUTE,
      'Box Hoodie is released at 2026-11-20 16:30 UTC. Runs can start again once that drop has finished, at 2026-11-20 18:30 UTC',
    ],
    [
      0,
      'Box Hoodie is released at 2026-11-20 16:00 UTC. Runs can start again once that drop has finished, at 2026-11-20 18:00 UTC',
    ],
    [
      1 - 2 * HOUR,
      'Box Hoodie is released at 2026-11-20 14:00 UTC. Runs can start again once that drop has finished, at 2026-11-20 16:00 UTC',
    ],
  ])('is refused %i ms before a release, in words that name it and say when that is over', (away, words) => {
    given()
      .when(start('run-1', [near(AT + away)]))
      .refused('release-near', 'conflict');
    const far = near(AT + DAY);
    expect(() => auditRuns.decide(start('run-1', [far, near(AT + away)]), auditRuns.initial, AT)).toThrow(words);
  });

  it('is refused with the release that is in its way for longest, and that its drop has begun', () => {
    const [first, second] = [{ ...near(AT - HOUR), hasBegun: true }, near(AT - HOUR - MINUTE)];
    expect(() => auditRuns.decide(start('run-1', [second, first]), auditRuns.initial, AT)).toThrow(
      'The drop of Box Hoodie has been running since 2026-11-20 15:00 UTC. Runs can start again once that drop has finished, at 2026-11-20 17:00',
    );
  });

  it.each([30 * MINUTE + 1, -2 * HOUR])('starts %i ms before a release', (away) => {
    given()
      .when(start('run-1', [near(AT + away)]))
      .makes(started());
  });

  it('finishes once, with its figures and first findings', () => {
    given(started()).when(finish()).makesOnce(finished);
    given().when(finish()).nothing();
  });

  it('that was stopped leaves its place to the next one, and says why', () => {
    const stop = new FinishAuditRun(RUNS, stopped('run-1', 'the server was stopped'), metadata);
    given(started())
      .when(stop)
      .makesOnce({ type: 'AuditRunFinished', data: { ...cut('run-1').data, reason: 'the server was stopped' } });
    given(started(), cut('run-1')).when(start('run-2')).makes(started('run-2'));
  });

  it('is remembered by its kind, as it was last started', () => {
    const again = started('run-3', AT + DAY);
    expect(fold(started(), finished, verifying, cut('run-2'), again).started).toEqual({
      reconcile: AT + DAY,
      verify: AT,
    });
  });
});

describe('a finding of the last reconciliation', () => {
  it('is recorded as healed, once', () => {
    given(started(), finished).when(heal()).makesOnce(healed);
  });

  it('is healed beside the others, each once', () => {
    const both = ended('run-1', [finding, another]);
    const otherHealed: AuditRunEvent = { type: 'FindingHealed', data: { ...healed.data, findingId: another.id } };
    given(started(), both, healed).when(heal('run-1', another.id)).makesOnce(otherHealed);
    given(started(), both, healed, otherHealed).when(heal()).nothing();
  });

  it('is nothing to heal any more once a later run has looked', () => {
    given(started(), finished, started('run-2'), ended('run-2', [])).when(heal()).refused('run-over', 'conflict');
  });

  it('that a later run finds once more is to be healed once more, as one of that run', () => {
    const before = [started(), finished, healed, started('run-2'), ended('run-2', [finding])];
    given(...before)
      .when(heal())
      .refused('run-over', 'conflict');
    given(...before)
      .when(heal('run-2'))
      .makes({ type: 'FindingHealed', data: { ...healed.data, runId: 'run-2' } });
  });

  it('stays one while a later run goes on, and after a run of another kind, whose findings nothing heals', () => {
    given(started(), finished, started('run-2')).when(heal()).makes(healed);
    given(started(), finished, verifying, ended('run-2', [another]))
      .when(heal())
      .makes(healed);
    given(started(), finished, verifying, ended('run-2', [another]))
      .when(heal('run-2', another.id))
      .refused('run-over', 'conflict');
  });

  it('stays one while a later run is stopped before its end', () => {
    given(started(), finished, started('run-2'), cut('run-2')).when(heal()).makes(healed);
  });

  it('is not healed where no run has found it', () => {
    given(started(), finished).when(heal('run-1', 'missing-here:pi_9')).refused('run-over', 'conflict');
    given().when(heal()).refused('run-over', 'conflict');
  });
});
