import { attempted, bought, placed } from '@supreme-access/test/fixtures/history.js';
import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import { writerOf } from '@supreme-access/test/fixtures/written-log.js';
import { ACCEPTANCES } from '../event-sourcing/acceptances.js';
import { Histories } from './order-history.js';

const STREAM = 'order-order-1';

describe('the history of an order in whose stream somebody wrote', () => {
  let log: PutBackLog;
  let write: ReturnType<typeof writerOf>;
  const own = async ([stream, { type, data }]: ReturnType<typeof placed>, after?: string) =>
    (await write.ours(stream, type, data, after)).metadata.hash;
  const history = () => new Histories(log, {}).order('order-1');
  const replayed = async () => {
    const { steps } = await new Histories(log, {}).stepsOf('order-1');
    return steps.map(({ event }) => event.type);
  };
  beforeEach(() => {
    log = new PutBackLog();
    write = writerOf(log);
  });

  it('ends before what does not follow, and says so', async () => {
    await own(placed(1));
    await own(attempted(1), 'another hash');
    expect(await history()).toMatchObject({
      state: { attempts: 0 },
      damage: { stream: STREAM, revision: 1, reason: 'hash' },
    });
  });

  it('passes over what was accepted, whatever is wrong with it, wherever it is folded', async () => {
    await own(placed(1));
    const forged = await own(bought(1), 'another hash');
    await own(attempted(1), forged);
    await write.ours(ACCEPTANCES, 'DamageAccepted', { stream: STREAM, revision: 1 });
    expect(await history()).toMatchObject({ state: { attempts: 1, bought: null }, damage: null });
    expect(await replayed()).toEqual(['OrderPlaced', 'CheckoutStarted']);
  });

  it('has its mails among its steps, under the status of that moment', async () => {
    await own(placed(1));
    await write.ours('mail-order-order-1:closed', 'MailSent', { about: STREAM, kind: 'closed', which: '' });
    await write.ours('mail-order-order-2:closed', 'MailSent', { about: 'order-order-2', kind: 'closed', which: '' });
    await own(attempted(1));
    const { steps } = await new Histories(log, {}).stepsOf('order-1');
    expect(steps.map(({ event, status }) => `${event.type} ${status}`)).toEqual([
      'OrderPlaced pending',
      'MailSent pending',
      'CheckoutStarted processing',
    ]);
  });

  it('is damaged where it does not begin at the beginning or was deleted, and none where there is no such order', async () => {
    expect(await history()).toBeNull();
    log.wasCut = async () => true as never;
    expect(await history()).toMatchObject({ damage: { revision: 0, reason: 'beginning' } });
    await own(placed(1));
    await own(attempted(1));
    log.scavenge(10);
    expect(await history()).toMatchObject({ damage: { revision: 1, reason: 'beginning' } });
  });
});
