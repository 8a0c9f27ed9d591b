import type { PromiseName, RunKind } from '@supreme-access/contract/shapes/audit.js';
import { AT, HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { BEFORE, charged, happens, inProduct, logOf } from '@supreme-access/test/fixtures/history.js';
import { reserved } from '@supreme-access/test/fixtures/product.js';
import type { Query } from '../../stores/read-models/read-models.js';
import type { RunDoc } from '../runs/runs.projection.js';
import type { Seal } from '../seals/seal.js';
import { AfterChecks } from './after-checks.js';
import { Promises } from './promises.js';

const EVENTS = logOf([
  ...BEFORE,
  charged(1),
  ['audit-runs', { type: 'AuditRunFinished', data: {} }],
  inProduct(reserved(7)),
]);
const END = EVENTS.length;
const log = {
  async *readAll({ after = 0, limit = END } = {}) {
    yield* EVENTS.filter(({ position }) => position > after).slice(0, limit);
  },
};
const SEAL: Seal = {
  number: 3,
  size: 4,
  position: END - 3,
  root: 'r',
  previous: '',
  at: AT,
  keyId: 'k',
  signature: 's',
};

function ran(kind: RunKind, more: Partial<RunDoc> = {}): RunDoc {
  return {
    runId: `${kind}-1`,
    kind,
    askedBy: { kind: 'auditor', id: 'au-1' },
    range: { from: null, to: null },
    startedAt: AT,
    leaseUntil: AT + HOUR,
    finishedAt: AT + 1_000,
    outcome: 'passed',
    reason: null,
    phase: null,
    done: 0,
    total: null,
    figures: { findings: 0 },
    findings: [],
    healed: [],
    position: END - 3,
    ...more,
  };
}

async function checksOf(promise: PromiseName, docs: readonly RunDoc[], seal: Seal | null = null, isLate = false) {
  const find = async (_: unknown, { where = {}, limit }: Query) => {
    const { kind, outcome } = where as { kind: RunKind; outcome?: { in: readonly string[] } };
    const fits = docs.filter((doc) => doc.kind === kind && (!outcome || outcome.in.includes(doc.outcome ?? '')));
    return fits.sort((a, b) => b.startedAt - a.startedAt).slice(0, limit);
  };
  const runs = { current: async () => null };
  const condition = () => ({
    name: 'Seals',
    state: isLate ? ('late' as const) : ('fine' as const),
    says: '',
    todo: null,
  });
  const seals = { last: async () => seal };
  const promises = new Promises({ find } as never, seals, runs, { condition }, log as never, () => AT);
  const found = (await promises.all()).find((one) => one.promise === promise);
  if (!found) throw new Error('no such promise');
  return found;
}

describe('the promises', () => {
  it('are not checked where nothing ran', async () => {
    const { state, checks } = await checksOf('charged-on-evidence', []);
    expect(state).toBe('unchecked');
    expect(checks.map(({ kind, state, since, later }) => [kind, state, since, later])).toEqual([
      ['replay', 'unchecked', null, null],
      ['reconcile', 'unchecked', null, null],
    ]);
  });

  it('are kept by what the last run counted, with what came after it began', async () => {
    const figures = { products: 1, slots: 2, findings: 0 };
    const { state, checks } = await checksOf('never-oversold', [ran('replay', { figures })]);
    expect([state, checks]).toEqual([
      'kept',
      [
        {
          kind: 'replay',
          state: 'kept',
          runId: 'replay-1',
          at: new Date(AT + 1_000).toISOString(),
          figures,
          found: 0,
          findings: [],
          since: { events: 2, drops: 1, slots: 1, fees: 1, isMore: false },
          later: null,
        },
      ],
    ]);
  });

  it('are broken by their own findings alone, all of them counted', async () => {
    const finding = { id: 'oversold:box:0', what: 'oversold', about: 'box', detail: '3 of 2' };
    const figures = { findings: 140, 'found oversold': 120, 'found row-differs': 20 };
    const docs = [ran('replay', { outcome: 'failed', figures, findings: [finding] }), ran('reconcile')];
    expect(await checksOf('never-oversold', docs)).toMatchObject({
      state: 'broken',
      checks: [{ found: 120, findings: [finding] }],
    });
    expect((await checksOf('charged-on-evidence', docs)).state).toBe('kept');
    expect((await checksOf('nothing-changed', docs)).checks[2]).toMatchObject({ state: 'broken', found: 20 });
  });

  it('are not fully checked by an older run that listed only some of what it found, of other kinds', async () => {
    const row = { what: 'row-differs', about: 'orders:o-1' };
    const findings = Array.from({ length: 100 }, (_, n) => ({ id: `row-differs:${n}`, ...row }));
    const of = async (found: number) => {
      const run = ran('replay', { outcome: 'failed', figures: { findings: found }, findings });
      return (await checksOf('never-oversold', [run])).state;
    };
    expect([await of(101), await of(100)]).toEqual(['unchecked', 'kept']);
    const oversold = { id: 'oversold:box:0', what: 'oversold', about: 'box' };
    const listed = ran('replay', { outcome: 'failed', figures: { findings: 101 }, findings: [oversold] });
    expect((await checksOf('never-oversold', [listed])).state).toBe('broken');
  });

  it('are kept again once what was found is fixed', async () => {
    const finding = { id: 'missing-here:intent:pi_1', what: 'missing-here', about: 'pi_1' };
    const found = ran('reconcile', { outcome: 'failed', figures: { findings: 1 }, findings: [finding] });
    const of = async (doc: RunDoc) => (await checksOf('charged-on-evidence', [doc])).checks[1];
    expect(await of(found)).toMatchObject({ state: 'broken', found: 1 });
    expect(await of({ ...found, healed: [finding.id] })).toMatchObject({ state: 'kept', found: 0, findings: [] });
  });

  describe('reconciled', () => {
    const DAY = 24 * HOUR;
    const finding = { id: 'missing-there:intent:pi_1', what: 'missing-there', about: 'pi_1' };
    const failed: Partial<RunDoc> = { outcome: 'failed', figures: { findings: 1 }, findings: [finding] };
    const on = (day: number, from: number | null, to: number | null, more: Partial<RunDoc> = {}) => {
      const range = { from: from === null ? null : AT + from * DAY, to: to === null ? null : AT + to * DAY };
      return ran('reconcile', { runId: `day-${day}`, startedAt: AT + day * DAY, range, ...more });
    };

    it.each<[string, readonly RunDoc[], string, string | null]>([
      ['a narrower run clears nothing', [on(0, null, null, failed), on(1, 0, null), on(1, null, 0)], 'broken', 'day-0'],
      ['a run without a range clears the last one', [on(0, null, null, failed), on(1, null, null)], 'kept', 'day-1'],
      ['no night clears what a wider run found', [on(0, -90, null, failed), on(1, null, null)], 'broken', 'day-0'],
      ['a run as wide clears it', [on(0, -90, null, failed), on(1, -90, null)], 'kept', 'day-1'],
      ['what a narrower run found counts too', [on(0, null, null), on(1, 0, 1, failed)], 'broken', 'day-1'],
      ['the next night clears that', [on(1, 0, 1, failed), on(2, null, null)], 'kept', 'day-2'],
      ['a narrower run alone has checked too little', [on(1, 0, null), on(1, -90, -30)], 'unchecked', null],
    ])('say that %s', async (_what, docs, state, runId) => {
      const [, reconcile] = (await checksOf('charged-on-evidence', docs)).checks;
      expect(reconcile).toMatchObject({ state, runId, later: null });
    });
  });

  it('rest on the last seal, also one that no run made, unless a later one was refused', async () => {
    const of = async (...docs: RunDoc[]) => (await checksOf('nothing-changed', docs, SEAL)).checks[0];
    const figures = { seal: 3, position: SEAL.position, size: 4 };
    expect(await of()).toMatchObject({ state: 'kept', runId: null, figures, since: { events: 2 } });
    expect(await of(ran('seal', { figures: { seal: 3, findings: 0 } }))).toMatchObject({ runId: 'seal-1' });
    const finding = { id: 'log-changed', what: 'log-changed', about: 'log-seals' };
    const refused = ran('seal', { outcome: 'failed', figures: { findings: 1 }, findings: [finding] });
    expect(await of(refused)).toMatchObject({ state: 'broken', runId: 'seal-1', findings: [finding] });
  });

  it('are not fully checked while a seal is overdue', async () => {
    const { checks, state } = await checksOf('nothing-changed', [ran('verify'), ran('replay')], SEAL, true);
    expect([state, checks[0]?.state, checks[0]?.figures.seal]).toEqual(['unchecked', 'unchecked', 3]);
    expect((await checksOf('nothing-changed', [ran('verify'), ran('replay')], SEAL)).state).toBe('kept');
  });

  it('show a newer run that is under way or was stopped beside the last that ended', async () => {
    const stopped = ran('replay', { runId: 'replay-2', startedAt: AT + HOUR, outcome: 'stopped', reason: 'away' });
    const { checks } = await checksOf('never-oversold', [ran('replay'), stopped]);
    expect(checks[0]).toMatchObject({ state: 'kept', runId: 'replay-1', later: { id: 'replay-2', reason: 'away' } });
  });
});

describe('what happened since a check', () => {
  it('is counted on from where the last answer stopped, and anew after the next check', async () => {
    const read: number[] = [];
    const many = Array.from({ length: 6_000 }, (_, n) => happens(n, 'OrderClosed', { reason: 'sold-out' }));
    const events = logOf(many);
    const after = new AfterChecks({
      async *readAll({ after: from = 0, limit = 0 } = {}) {
        read.push(from);
        yield* events.slice(from, from + limit);
      },
    });
    const none = { drops: 0, slots: 0, fees: 0 };
    expect(await after.of('replay', 0)).toEqual({ events: 5_000, isMore: true, ...none });
    expect(await after.of('replay', 0)).toEqual({ events: 6_000, isMore: false, ...none });
    expect(await after.of('replay', 5_990)).toEqual({ events: 10, isMore: false, ...none });
    expect(read).toEqual([0, 5_000, 5_990]);
  });
});
