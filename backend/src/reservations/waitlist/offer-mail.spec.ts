import fc from 'fast-check';
import { leaseOf, type MailOutcome } from '../../mail/mail-claims.js';
import { AT, DAY, decisions, HOUR, MINUTE, origin } from '../../platform/given.fixture.js';
import {
  CANCEL_MAIL,
  ClaimOfferMail,
  OFFER_MAIL,
  OFFERED,
  type OfferMailEvent,
  offerIdOf,
  offerIn,
  offerMail,
  RecordOfferMail,
  RequestCancelMail,
} from './offer-mail.js';

const ID = offerIdOf('box-hoodie', 7);
const LEASE_END = AT + 2 * MINUTE;
const bounce = { reason: 'no-mailbox', reply: '550 5.1.1' } as const;
const { given, fold, answer } = decisions(offerMail);

const claim = (by = 'mail-1') => new ClaimOfferMail(ID, { kind: OFFER_MAIL, by }, origin);
const record = (outcome: MailOutcome = 'sent') => new RecordOfferMail(ID, { kind: OFFER_MAIL, outcome }, origin);
const claimed = (by = 'mail-1', leaseUntil = LEASE_END): OfferMailEvent => ({
  type: 'MailClaimed',
  data: { mailId: 'slot-offered', kind: 'slot-offered', by, leaseUntil },
});
const sent: OfferMailEvent = { type: 'MailSent', data: OFFERED };
const suppressed: OfferMailEvent = { type: 'MailSuppressed', data: OFFERED };
const bounced: OfferMailEvent = { type: 'MailBounced', data: { ...OFFERED, ...bounce } };
const ends = [
  ['sent', sent],
  ['suppressed', suppressed],
  [bounce, bounced],
] as const;

describe('claiming the mail of an offer', () => {
  it('is for one worker at a time', () => {
    given().when(claim()).makesClaim(claimed());
    given(claimed()).when(claim('mail-2')).refused('claimed', 'conflict');
  });
  it('is possible from the end of the lease, not before, also for the same worker', () => {
    given(claimed())
      .when(claim('mail-2'), LEASE_END - 1)
      .refused('claimed', 'conflict');
    for (const by of ['mail-1', 'mail-2']) {
      given(claimed())
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
    given(...Array.from({ length: times }, () => claimed()))
      .when(claim(), LEASE_END)
      .makes(claimed('mail-1', LEASE_END + lease));
  });
  it.each(ends)('that was %j is refused, within the lease and past it', (_, ended) => {
    given(claimed(), ended).when(claim('mail-2')).refused('mail-ended', 'conflict');
    given(claimed(), ended)
      .when(claim('mail-2'), AT + HOUR)
      .refused('mail-ended', 'conflict');
  });
  it('tells the worker until when it has it; of a mail that has ended nobody has', () => {
    const leases = [fold(), fold(claimed()), fold(claimed(), claimed('mail-2', AT + HOUR)), fold(claimed(), sent)];
    expect(leases.map(({ mailClaims }) => leaseOf(mailClaims, OFFER_MAIL))).toEqual([0, LEASE_END, AT + HOUR, 0]);
  });
});

describe('the mail of an offer', () => {
  it.each(ends)('is told %j once, whether or not it was claimed', (outcome, ended) => {
    given(claimed()).when(record(outcome)).makesOnce(ended);
    given().when(record(outcome)).makesOnce(ended);
  });
  it.each(ends)('that was %j stays so, whatever a late worker says', (_, ended) => {
    for (const [outcome] of ends) given(claimed(), ended).when(record(outcome)).nothing();
  });
  it('is told sent also by a worker whose lease another one took over', () => {
    given(claimed(), claimed('mail-2', LEASE_END + 8 * MINUTE))
      .when(record(), LEASE_END)
      .makesOnce(sent);
  });
});

describe('the mail about a drop that is cancelled', () => {
  const requested: OfferMailEvent = {
    type: 'MailRequested',
    data: { mailId: CANCEL_MAIL, kind: CANCEL_MAIL, accountId: 'ada' },
  };
  const told: OfferMailEvent = { type: 'MailSent', data: { mailId: CANCEL_MAIL, kind: CANCEL_MAIL } };
  const request = new RequestCancelMail(ID, { accountId: 'ada' }, origin);
  it('is requested once, also where it was sent by then', () => {
    given().when(request).makesOnce(requested);
    given(requested, told).when(request).nothing();
  });
  it('is another one than that of the offer, which may have been sent long before', () => {
    const data = { kind: CANCEL_MAIL, outcome: 'sent' } as const;
    given(claimed(), sent, requested)
      .when(new RecordOfferMail(ID, data, origin))
      .makesOnce(told);
    given(requested, told).when(claim()).makesClaim(claimed());
  });
});

describe('the name of an offer', () => {
  it('says of which product it is, and which place', () => {
    expect(ID).toBe('box-hoodie.7');
    expect(offerIn(ID)).toEqual({ productId: 'box-hoodie', place: 7 });
  });
});

it('whenever workers ask for a mail, no two of them have it at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 30 }), (pauses) => {
      let [state, now] = [fold(), AT];
      for (const pause of pauses) {
        now += pause;
        const free = leaseOf(state.mailClaims, OFFER_MAIL) <= now;
        const made = answer(claim(), state, now);
        expect(made).toHaveLength(free ? 1 : 0);
        state = made.reduce(offerMail.evolve, state);
      }
    }),
  );
});
