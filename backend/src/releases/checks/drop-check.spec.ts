import { CHECK_POINTS } from '@supreme-access/contract/check-types.js';
import { dueProjection } from '../../platform/due/due.projection.js';
import { AT, DAY, decisions, HOUR, MINUTE, origin } from '../../platform/given.fixture.js';
import { folded, recorded } from '../../platform/projections/recorded.fixture.js';
import { cancelled, created, edited, ID, started } from '../../products/product.fixture.js';
import type { ProductEvent } from '../../products/product.js';
import { checkDue, overtakenAt, pointIn } from './check.due.js';
import {
  ClaimCheckMail,
  type DropCheckEvent,
  dropCheck,
  mailIdOf,
  RecordCheckMail,
  RecordDropCheck,
  SkipDropCheck,
} from './drop-check.js';

const RELEASE = AT + 3 * DAY;
const red = { check: 'clock', level: 'red', reason: 'clock-off', count: 7_200 } as const;
const found = { releaseAt: RELEASE, at: 'T-24h', findings: [red], operators: ['ada', 'ben'] } as const;
const record = (changes: object = {}) =>
  new RecordDropCheck(ID, { ...found, findings: [red], operators: ['ada', 'ben'], ...changes }, origin);
const checked = (changes: object = {}): DropCheckEvent => ({
  type: 'DropChecked',
  data: { ...found, findings: [red], operators: ['ada', 'ben'], checkedAt: AT, ...changes },
});
const mailId = mailIdOf(found, 'ada');
const { given } = decisions(dropCheck);

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
    const byHand = { at: 'by-hand', operators: [] };
    given(checked(byHand)).when(record(byHand)).makes(checked(byHand));
  });

  it('that is skipped says why', () => {
    const skipped = { releaseAt: RELEASE, at: 'T-24h', reason: 'moved' } as const;
    given()
      .when(new SkipDropCheck(ID, skipped, origin))
      .makes({ type: 'DropCheckSkipped', data: skipped });
  });

  it('is mailed to each operator by one sender at a time, and once', () => {
    const mail = { mailId, kind: 'drop-check' } as const;
    const claim = { type: 'MailClaimed', data: { ...mail, by: 'one', leaseUntil: AT + 2 * MINUTE } } as const;
    const send = new RecordCheckMail(ID, { mailId, outcome: 'sent' }, origin);
    given(checked())
      .when(new ClaimCheckMail(ID, { mailId, by: 'one' }, origin))
      .makesClaim(claim);
    given(checked(), claim).when(send).makesOnce({ type: 'MailSent', data: mail });
    given(checked(), { type: 'MailSent', data: mail })
      .when(new ClaimCheckMail(ID, { mailId, by: 'two' }, origin))
      .refused('mail-ended');
    given(checked())
      .when(new ClaimCheckMail(ID, { mailId: mailIdOf(found, 'nobody'), by: 'one' }, origin))
      .refused('mail-ended');
  });
});

describe('when a drop is looked at', () => {
  const rows = async (...batches: ReturnType<typeof recorded>[]) =>
    (await folded(dueProjection([checkDue]), batches)).map(({ kind, id, dueAt }) => [kind, pointIn(id).at, dueAt - AT]);
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
      { type: 'MailSent', data: { mailId, kind: 'drop-check' } },
    ]);
    const left = await folded(dueProjection([checkDue]), [base, ended]);
    expect(left.map(({ kind, id }) => [kind, id])).toEqual([
      ['check-drop', `${ID}:${RELEASE}:T-5m`],
      ['mail', `check:${ID}:${mailIdOf(found, 'ben')}`],
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
