import { CHECK_POINTS } from '@supreme-access/contract/checks.js';
import { AT, DAY, decisions, HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { cancelled, created, edited, ID, started } from '@supreme-access/test/fixtures/product.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { ProductEvent } from '../../catalogue/products/product.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import { checkDue, overtakenAt, pointIn } from './check.jobs.js';
import {
  type DropCheckEvent,
  dropCheck,
  isChecked,
  RecordDropCheck,
  RehearseDrop,
  SkipDropCheck,
} from './drop-check.js';

const RELEASE = AT + 3 * DAY;
const red = { check: 'clock', level: 'red', reason: 'clock-off', count: 7_200 } as const;
const found = { releaseAt: RELEASE, at: 'T-24h', findings: [red], operators: ['ada', 'ben'] } as const;
const record = (changes: object = {}) =>
  new RecordDropCheck(ID, { ...found, findings: [red], operators: ['ada', 'ben'], ...changes }, metadata);
const checked = (changes: object = {}): DropCheckEvent => ({
  type: 'DropChecked',
  data: { ...found, findings: [red], operators: ['ada', 'ben'], checkedAt: AT, ...changes },
});
const skipped = { type: 'DropCheckSkipped', data: { releaseAt: RELEASE, at: 'T-24h', reason: 'moved' } } as const;
const byHand = { at: 'by-hand', operators: [] };
const { given, fold } = decisions(dropCheck);

describe('a check before a drop', () => {
  it('is recorded once for its point and release time', () => {
    given().when(record()).makesOnce(checked());
    given(checked())
      .when(record({ at: 'T-30m' }))
      .makesOnce(checked({ at: 'T-30m' }));
    given(checked())
      .when(record({ releaseAt: RELEASE + HOUR }))
      .makesOnce(checked({ releaseAt: RELEASE + HOUR }));
  });

  it('by hand is recorded each time', () => {
    given(checked(byHand)).when(record(byHand)).makes(checked(byHand));
  });

  it('is not made anew because something else is found', () =>
    given(checked())
      .when(record({ findings: [], operators: [] }), AT + HOUR)
      .nothing());

  it('is still made where it was only skipped, or made by hand', () => {
    const before = [skipped, checked(byHand)];
    given(...before)
      .when(record(), AT + HOUR)
      .makes(checked({ checkedAt: AT + HOUR }));
    expect([before, [...before, checked()]].map((events) => isChecked(fold(...events), found))).toEqual([false, true]);
  });

  it('is known as made for good, and told of until twenty have come after it', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => checked({ ...byHand, checkedAt: AT + n }));
    expect(fold(checked({ at: 'T-30m' }), ...twenty.slice(1)).checks[0]?.at).toBe('T-30m');
    expect(fold(checked(), ...twenty).checks.map(({ checkedAt }) => checkedAt - AT)).toEqual([...twenty.keys()]);
    given(checked(), ...twenty)
      .when(record())
      .nothing();
  });

  it('is played as often as somebody asks, and the last one is known', () => {
    const pace = { measured: 0, p50: 2_000, p95: 2_000, perSecond: null, places: 64 };
    const times = { firstAfter: 100, lastAfter: 100, chargedAfter: 3_600, perSecond: null };
    const counts = { slots: 1, beside: 0, withoutCode: 0, withoutItem: 0, belowPrice: 0 };
    const bounds = { bound: 'server', feesBound: 'checkouts', retailer: pace, stripe: pace } as const;
    const played = { version: 2, figures: { ...counts, ...times, ...bounds } };
    const rehearsed = (at: number): DropCheckEvent => ({
      type: 'DropRehearsed',
      data: { ...played, rehearsedAt: AT + at },
    });
    given()
      .when(new RehearseDrop(ID, played, metadata))
      .makes(rehearsed(0));
    given(checked(), rehearsed(0))
      .when(new RehearseDrop(ID, played, metadata), AT + HOUR)
      .makes(rehearsed(HOUR));
    expect(fold(rehearsed(0), rehearsed(HOUR), checked()).rehearsal?.rehearsedAt).toBe(AT + HOUR);
  });

  it('that is skipped says why', () =>
    given()
      .when(new SkipDropCheck(ID, skipped.data, metadata))
      .makes(skipped));
});

describe('when a drop is looked at', () => {
  const rows = async (...batches: ReturnType<typeof recorded>[]) =>
    (await folded(jobsProjection([checkDue]), batches)).map(({ kind, id, dueAt }) => [
      kind,
      pointIn(id).at,
      dueAt - AT,
    ]);
  const drop = (...events: ProductEvent[]) => recorded(`product-${ID}`, events);

  it('is a day, half an hour and five minutes before', async () => {
    expect(await rows(drop(created({ releaseAt: RELEASE })))).toEqual([
      ['check-drop', 'T-24h', 2 * DAY],
      ['check-drop', 'T-30m', 3 * DAY - 30 * MINUTE],
      ['check-drop', 'T-5m', 3 * DAY - 5 * MINUTE],
    ]);
  });

  it.each([
    ['two hours before', 2 * HOUR, [MINUTE, 90 * MINUTE, 115 * MINUTE]],
    ['twenty minutes before', 20 * MINUTE, [MINUTE, 15 * MINUTE]],
    ['four minutes before', 4 * MINUTE, [MINUTE]],
    ['less than a minute before', MINUTE, []],
  ])('is made up for once where the drop is dated %s', async (_, ahead, times) => {
    expect((await rows(drop(created({ releaseAt: AT + ahead })))).map(([, , dueAt]) => dueAt)).toEqual(times);
  });

  it('is nothing without a release time, and of its own for each time that it is moved to', async () => {
    expect(await rows(drop(created({ releaseAt: null }), edited({ price: 1 }), started(1), cancelled(1)))).toEqual([]);
    const moved = drop(created({ releaseAt: RELEASE }), edited({ releaseAt: RELEASE + DAY }));
    expect((await rows(moved)).filter(([, at]) => at === 'T-24h').map(([, , dueAt]) => dueAt)).toEqual([
      2 * DAY,
      3 * DAY,
    ]);
  });

  it('ends with the check, or as it is skipped; whoever is to be told has a mail due', async () => {
    const base = drop(created({ releaseAt: RELEASE }));
    const later = (events: DropCheckEvent[]) =>
      recorded(`check-${ID}`, events).map((event) => ({ ...event, position: event.position + 100 }));
    const ended = later([
      checked(),
      { type: 'DropCheckSkipped', data: { releaseAt: RELEASE, at: 'T-30m', reason: 'over' } },
    ]);
    const left = await folded(jobsProjection([checkDue]), [base, ended]);
    expect(left.map(({ kind, id }) => [kind, id])).toEqual([
      ['check-drop', `${ID}:${RELEASE}:T-5m`],
      ['mail', `check-${ID}:drop-check:0.ada`],
      ['mail', `check-${ID}:drop-check:0.ben`],
    ]);
  });

  it('is overtaken by the next point, and the last by the release', () => {
    expect(CHECK_POINTS.map((at) => RELEASE - overtakenAt({ releaseAt: RELEASE, at }))).toEqual([
      30 * MINUTE,
      5 * MINUTE,
      0,
    ]);
  });
});
