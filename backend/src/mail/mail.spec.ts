import { AT, DAY, decisions, HOUR, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import fc from 'fast-check';
import { jobsProjection } from '../jobs/jobs.projection.js';
import {
  ClaimMail,
  idsAbout,
  type MailEvent,
  type MailOutcome,
  mail,
  mailIdOf,
  mailNamed,
  mailsDue,
  RecordMail,
  RequestMail,
} from './mail.js';
import { accountMail, mailsProjection } from './mails.projection.js';

const ID = 'order-o-1:refund:r-1';
const name = { about: 'order-o-1', kind: 'refund', which: 'r-1' };
const LEASE_END = AT + 2 * MINUTE;
const bounce = { reason: 'no-mailbox', reply: '550 5.1.1', accountId: 'ada' } as const;
const { given, fold, answer } = decisions(mail);

const request = (repeatAfter?: number) =>
  new RequestMail(ID, { cause: 'event-1', ...(repeatAfter === undefined ? {} : { repeatAfter }) }, metadata);
const claim = (by = 'mail-1') => new ClaimMail(ID, { cause: 'event-1', by }, metadata);
const record = (outcome: MailOutcome = 'sent') => new RecordMail(ID, { cause: 'event-1', outcome }, metadata);
const requested = (requestedAt = AT): MailEvent => ({
  type: 'MailRequested',
  data: { ...name, cause: 'event-1', requestedAt },
});
const claimed = (by = 'mail-1', leaseUntil = LEASE_END): MailEvent => ({
  type: 'MailClaimed',
  data: { ...name, by, leaseUntil },
});
const sent: MailEvent = { type: 'MailSent', data: name };
const suppressed: MailEvent = { type: 'MailSuppressed', data: name };
const bounced: MailEvent = { type: 'MailBounced', data: { ...name, ...bounce } };
const ends = [
  ['sent', sent],
  ['suppressed', suppressed],
  [bounce, bounced],
] as const;

it('the id of a mail is its name, whatever stands in the last part', () => {
  for (const which of ['', 'r-1', 'a:b']) expect(mailNamed(mailIdOf({ ...name, which }))).toEqual({ ...name, which });
  expect([mailIdOf(name), mailIdOf({ ...name, which: '' })]).toEqual([ID, 'order-o-1:refund']);
  expect([idsAbout('order', name), idsAbout('account', name)]).toEqual([['o-1'], []]);
});

describe('requesting a mail', () => {
  it('happens once, and names the event that caused it', () => {
    given().when(request()).makesOnce(requested());
    given(requested(), claimed(), sent).when(request()).nothing();
  });
  it('that may be repeated happens once in that time, counted from the request before, and not while it waits', () => {
    given(requested(), claimed())
      .when(request(HOUR), AT + DAY)
      .nothing();
    given(requested(), sent)
      .when(request(HOUR), AT + HOUR - 1)
      .nothing();
    given(requested(), sent)
      .when(request(HOUR), AT + HOUR)
      .makesOnce(requested(AT + HOUR));
    const again = [requested(), claimed(), sent, requested(AT + HOUR)];
    expect(fold(...again)).toEqual({ requests: 2, requestedAt: AT + HOUR, claim: null, outcome: null });
    given(...again)
      .when(claim(), AT + HOUR)
      .makesClaim(claimed('mail-1', AT + HOUR + 2 * MINUTE));
  });
});

describe('claiming a mail', () => {
  it('reads no stream for a mail that another stream has made due', () => {
    expect(claim().isFirst).toBe(false);
    expect(new ClaimMail(ID, { cause: 'event-1', by: 'mail-1', isNew: true }, metadata).isFirst).toBe(true);
  });
  it('names the holder of its copy where that is not what it is about, for whoever finds the claim', () => {
    const held = new ClaimMail(ID, { cause: 'event-1', by: 'mail-1', holder: 'account-ada' }, metadata);
    const { data } = claimed();
    const event = { type: 'MailClaimed', data: { ...data, holder: 'account-ada' } } as MailEvent;
    given(requested()).when(held).makesClaim(event);
    expect(fold(requested(), event).claim).toMatchObject({ holder: 'account-ada' });
  });
  it('requests it where an event alone made it due', () => {
    given().when(claim()).makes(requested(), claimed());
  });
  it('is for one worker at a time', () => {
    given(requested()).when(claim()).makesClaim(claimed());
    given(requested(), claimed()).when(claim('mail-2')).refused('claimed', 'conflict');
  });
  it('is possible from the end of the lease, not before, also for the same worker', () => {
    given(requested(), claimed())
      .when(claim('mail-2'), LEASE_END - 1)
      .refused('claimed', 'conflict');
    for (const by of ['mail-1', 'mail-2']) {
      given(requested(), claimed())
        .when(claim(by), LEASE_END)
        .makesClaim(claimed(by, LEASE_END + 8 * MINUTE));
    }
  });
  it.each([
    [2, 32 * MINUTE],
    [4, 512 * MINUTE],
    [5, DAY],
    [9, DAY],
  ])('after %d claims that came to nothing lasts %d ms', (times, lease) => {
    given(requested(), ...Array.from({ length: times }, () => claimed()))
      .when(claim(), LEASE_END)
      .makes(claimed('mail-1', LEASE_END + lease));
  });
  it.each(ends)('that was %j claims nothing, within the lease and past it', (_, ended) => {
    for (const at of [AT, AT + HOUR]) given(requested(), claimed(), ended).when(claim('mail-2'), at).nothing();
  });
});

describe('what became of a mail', () => {
  it.each(ends)('is recorded %j once, whether or not it was claimed', (outcome, ended) => {
    given(requested(), claimed()).when(record(outcome)).makesOnce(ended);
    given().when(record(outcome)).makesOnce(requested(), ended);
  });
  it.each(ends)('that was %j stays so, whatever a late worker says', (_, ended) => {
    for (const [outcome] of ends) given(requested(), claimed(), ended).when(record(outcome)).nothing();
  });
  it('is recorded also by a worker whose lease another one took over', () => {
    given(requested(), claimed(), claimed('mail-2', LEASE_END + 8 * MINUTE))
      .when(record(), LEASE_END)
      .makesOnce(sent);
  });
});

it('whenever workers ask for a mail, no two of them have it at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 30 }), (pauses) => {
      let [state, now] = [fold(requested()), AT];
      for (const pause of pauses) {
        now += pause;
        const free = (state.claim?.leaseUntil ?? 0) <= now;
        const made = answer(claim(), state, now);
        expect(made).toHaveLength(free ? 1 : 0);
        state = made.reduce(mail.evolve, state);
      }
    }),
  );
});

describe('a mail', () => {
  const rows = (...events: MailEvent[]) => folded(jobsProjection([mailsDue]), [recorded(`mail-${ID}`, events)]);
  it('is due as it is requested, once a lease is over, and no more when it has ended', async () => {
    expect(await rows(requested())).toMatchObject([{ kind: 'mail', id: ID, about: 'refund' }]);
    expect(await rows(requested(), claimed())).toMatchObject([{ dueAt: LEASE_END }]);
    for (const [, ended] of ends) expect(await rows(requested(), claimed(), ended)).toEqual([]);
  });

  const shown = async (...events: MailEvent[]) => {
    const once = recorded(`mail-${ID}`, events);
    const [doc] = await folded(mailsProjection, [once]);
    expect(await folded(mailsProjection, [once, once])).toEqual([doc]);
    return doc;
  };
  it('is shown with what it is about and how it went', async () => {
    const waiting = await shown(requested());
    expect(waiting).toMatchObject({
      about: 'order',
      aboutId: 'o-1',
      kind: 'refund',
      accountId: null,
      state: 'waiting',
    });
    expect((await shown(requested(), claimed(), sent))?.state).toBe('sent');
    expect((await shown(requested(), suppressed))?.state).toBe('not-sent');
    expect((await shown(requested(), sent, requested(AT + HOUR)))?.state).toBe('waiting');
  });
  it('that bounced is shown so, also while it is asked for again, until it arrives', async () => {
    const again = [requested(), claimed(), bounced, requested(AT + HOUR)];
    expect(await shown(...again)).toMatchObject({ state: 'bounced', reason: 'no-mailbox', requestedAt: AT + HOUR });
    expect(await shown(...again, sent)).toMatchObject({ state: 'sent', reason: null, reply: null });
  });
  it('that bounced is shown to the account whose address it was', async () => {
    const doc = await shown(requested(), claimed(), bounced);
    expect(doc && accountMail(doc)).toMatchObject({
      id: ID,
      orderId: 'o-1',
      state: 'bounced',
      bounceReason: 'no-mailbox',
      reply: '550 5.1.1',
    });
    expect(doc?.accountId).toBe('ada');
    const own = recorded('mail-account-ada:verify-email:1', [
      {
        type: 'MailRequested',
        data: { about: 'account-ada', kind: 'verify-email', which: '1', cause: null, requestedAt: AT },
      },
    ]);
    expect(await folded(mailsProjection, [own])).toMatchObject([{ accountId: 'ada' }]);
  });
});
