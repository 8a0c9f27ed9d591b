import {
  CLOSES,
  claim,
  closed,
  evidence,
  fold,
  given,
  ID,
  LEASE_END,
  NOW,
  placed,
  refusedAtRetailer,
  slot,
  started,
} from '@supreme-access/test/fixtures/order.js';
import {
  escalated,
  LIMIT,
  PAYMENT,
  payable,
  prepared,
  SESSION,
  startedByToken,
  TOKEN,
  tokenMade,
  UNTIL,
  unknownOutcome,
  unsold,
} from '@supreme-access/test/fixtures/order-tokens.js';
import type { OrderEvent } from './order.js';
import { needsCode, RecordCheckout, RecordEvidence, StartCheckout, TakeOverCheckout } from './order-checkout.js';
import { statusOf } from './order-status.js';
import { EscalateCheckout, PrepareCheckout, RecordPaymentToken } from './order-tokens.js';

const reference = `${ID}:1`;
const { by } = claim;
const prepare = { by, reference, ...SESSION };
const make = { by, reference, ...TOKEN };
const begun = [placed(payable), startedByToken()];
const ready = [...begun, prepared()];
const paying = [...ready, tokenMade()];
const doubted = [...paying, unknownOutcome('connection')];
const no = (proof?: object, reason = 'sold-out', retryAt: number | null = NOW) =>
  ({
    reference,
    outcome: { kind: 'refused', reason, retryAt, ...(proof ? { unsold: proof } : {}) },
  }) as RecordCheckout['data'];
const revoked = unsold('revoked', 'answered');
const sold = { reference, outcome: { kind: 'succeeded', evidence } } as const;
const soldAndPaid = { reference, outcome: { kind: 'succeeded', evidence, payment: PAYMENT } } as const;

const succeededByToken: Extract<OrderEvent, { type: 'CheckoutSucceeded' }> = {
  type: 'CheckoutSucceeded',
  data: {
    ...{ attempt: 1, reference, size: 'm' as const, style: 'Red', evidence, payment: PAYMENT, late: false },
    retail: { number: evidence.reference, total: SESSION.total, currency: SESSION.currency },
  },
};

describe('a checkout that a token pays for', () => {
  it('names its retailer and what pays, and asks for no security code', () => {
    const next = {
      ...claim,
      size: 'm',
      style: 'Red',
      closesAt: CLOSES,
      retailerId: 'northwind',
      means: 'token',
    } as const;
    given(placed(payable)).when(StartCheckout, next).makesClaim(startedByToken());
    for (const events of [[placed(payable)], begun, paying]) expect(needsCode(fold(...events), payable)).toBe(false);
  });
});

describe('preparing a session', () => {
  it('records the session and every parameter of the token', () => {
    given(...begun)
      .when(PrepareCheckout, prepare)
      .makesOnce(prepared());
  });

  it.each([
    ['a unit above it', { total: LIMIT.amount + 1 }],
    ['in another currency', { currency: 'usd' }],
  ])('is refused over the agreed limit: %s', (_, change) => {
    given(...begun)
      .when(PrepareCheckout, { ...prepare, ...change })
      .refused('over-limit');
  });

  it('is refused without an agreed limit', () => {
    given(placed({ means: 'token' }), startedByToken())
      .when(PrepareCheckout, prepare)
      .refused('over-limit');
  });

  it('is refused for a second session, another holder, another reference, a card, or nothing open', () => {
    given(...ready)
      .when(PrepareCheckout, { ...prepare, session: 'cs_2' })
      .refused('claimed');
    for (const change of [{ by: 'worker-2' }, { reference: `${ID}:2` }]) {
      given(...begun)
        .when(PrepareCheckout, { ...prepare, ...change })
        .refused('claimed');
    }
    for (const events of [[placed(payable)], [placed(payable), started()]]) {
      given(...events)
        .when(PrepareCheckout, prepare)
        .refused('claimed');
    }
  });

  it('over the limit is a refusal of that item alone: the next one follows', () => {
    given(...begun)
      .when(RecordCheckout, no(undefined, 'over-limit'))
      .makesOnce(refusedAtRetailer('over-limit', NOW));
    expect(fold(...begun, refusedAtRetailer('over-limit', NOW)).soldOut).toEqual(['m/Red']);
    given(...begun)
      .when(RecordCheckout, no(undefined, 'over-limit', null))
      .makesOnce(refusedAtRetailer('over-limit', null), closed('over-limit'));
  });
});

describe('a payment token', () => {
  it('is recorded once, by its record and its hash', () => {
    given(...ready)
      .when(RecordPaymentToken, make)
      .makesOnce(tokenMade());
  });

  it('needs a prepared session', () => {
    given(...begun)
      .when(RecordPaymentToken, make)
      .refused('not-prepared');
  });

  it('is refused beside another one, and from a holder that was taken over', () => {
    given(...paying)
      .when(RecordPaymentToken, { ...make, tokenHash: 'other' })
      .refused('claimed');
    const taken = unknownOutcome('lease-expired', { by: 'worker-2', leaseUntil: LEASE_END + 40_000 });
    given(...ready, taken)
      .when(RecordPaymentToken, make)
      .refused('claimed');
  });

  it('and its session are refused from a holder that was taken over, even as they stand in the log', () => {
    const taken = unknownOutcome('lease-expired', { by: 'worker-2', leaseUntil: LEASE_END + 40_000 });
    given(...begun, taken, prepared())
      .when(PrepareCheckout, prepare)
      .refused('claimed');
    given(...ready, taken, tokenMade())
      .when(RecordPaymentToken, make)
      .refused('claimed');
  });
});

describe('that nothing was bought', () => {
  it('is plain before a session was prepared', () => {
    given(...begun)
      .when(RecordCheckout, no())
      .makesOnce(refusedAtRetailer('sold-out', NOW));
  });

  it.each([
    ['no token was made', unsold('none', 'none')],
    ['one that may have been made is revoked', unsold('revoked', 'none')],
  ])('is proven after the session, before the log names a token, where %s', (_, proof) => {
    given(...ready)
      .when(RecordCheckout, no(proof))
      .makesOnce(refusedAtRetailer('sold-out', NOW, 1, proof));
  });

  it.each([
    ['nothing is said of it', undefined],
    ['it was captured', { token: 'consumed', captured: 16_800, completes: 'none' }],
  ])('is not proven before the log names a token where %s', (_, proof) => {
    given(...ready)
      .when(RecordCheckout, no(proof))
      .refused('not-proven');
  });

  it.each([
    ['revoked, and all answered', revoked],
    ['expired before anything was sent', unsold('expired', 'none')],
  ])('is proven by a token that is %s', (_, proof) => {
    given(...paying)
      .when(RecordCheckout, no(proof))
      .makesOnce(refusedAtRetailer('sold-out', NOW, 1, proof));
    given(...paying, refusedAtRetailer('sold-out', NOW, 1, proof))
      .when(StartCheckout, {
        ...claim,
        size: 'l',
        style: 'Red',
        closesAt: CLOSES,
        means: 'token',
        retailerId: 'northwind',
      })
      .makes(startedByToken(2, 'l'));
  });

  it.each([
    ['by the word of the shop alone', undefined],
    ['with a token that nobody has named', unsold('none', 'answered')],
    ['with a captured token', { token: 'revoked', captured: 1, completes: 'answered' }],
    ['with a token that Stripe does not know', unsold('gone', 'answered')],
    ['with a consumed token', { token: 'consumed', captured: 0, completes: 'answered' }],
    ['with a request that was not answered', unsold('revoked', 'in-doubt')],
  ])('is not proven %s', (_, proof) => {
    given(...paying)
      .when(RecordCheckout, no(proof))
      .refused('not-proven');
  });

  it.each([
    ['an unknown outcome', unknownOutcome('connection')],
    ['a takeover', unknownOutcome('lease-expired', { by: 'worker-2', leaseUntil: LEASE_END + 40_000 })],
  ])('can never be proven after %s, while the token was made', (_, doubt) => {
    given(...paying, doubt)
      .when(RecordCheckout, no(revoked))
      .refused('not-proven');
    given(...ready, doubt)
      .when(RecordCheckout, no(unsold('revoked', 'none')))
      .makes(refusedAtRetailer('sold-out', NOW, 1, unsold('revoked', 'none')));
  });

  it('stays provable where all was answered and the token alone is still to be ended, until something else is unknown', () => {
    const answered = { completes: 'answered', refusal: { reason: 'sold-out', retryable: false } } as const;
    const outcomeFor = (reason: string) => ({ kind: 'unknown', reason, retryAt: NOW + 1_000 }) as const;
    const unread = unknownOutcome('token-unread', { answered });
    given(...paying)
      .when(RecordCheckout, { reference, outcome: { ...outcomeFor('token-unread'), answered } })
      .makesOnce(unread);
    given(...paying, unread)
      .when(RecordCheckout, no(revoked))
      .makesOnce(refusedAtRetailer('sold-out', NOW, 1, revoked));
    const spent = unknownOutcome('token-spent');
    given(...paying, unread)
      .when(RecordCheckout, { reference, outcome: outcomeFor('token-spent') })
      .makesOnce(spent);
    given(...doubted)
      .when(RecordCheckout, { reference, outcome: { ...outcomeFor('token-unread'), answered } })
      .nothing();
    for (const events of [
      [...doubted, unread],
      [...paying, unread, spent],
    ]) {
      given(...events)
        .when(RecordCheckout, no(revoked))
        .refused('not-proven');
    }
  });

  it('is in doubt from the first unknown outcome under a token, whatever was unknown before it', () => {
    const before = [...begun, unknownOutcome('connection'), prepared(), tokenMade()];
    given(...before)
      .when(RecordCheckout, { reference, outcome: { kind: 'unknown', reason: 'aborted', retryAt: NOW + 1_000 } })
      .makesOnce(unknownOutcome('aborted'));
  });

  it('is taken for granted at the end of the promise, once the token pays nothing any more', () => {
    const end = no(unsold('revoked', 'in-doubt'), 'closed', null);
    for (const events of [paying, doubted]) {
      given(...events)
        .when(RecordCheckout, end, CLOSES - 1)
        .refused('not-proven');
      given(...events)
        .when(RecordCheckout, no(undefined, 'closed', null), CLOSES)
        .refused('not-proven');
      given(...events)
        .when(
          RecordCheckout,
          no(end.outcome.kind === 'refused' ? end.outcome.unsold : {}, 'closed', CLOSES + 1),
          CLOSES,
        )
        .refused('not-proven');
      for (const last of [unsold('revoked', 'in-doubt'), unsold('gone', 'in-doubt')]) {
        given(...events)
          .when(RecordCheckout, no(last, 'closed', null), CLOSES)
          .makes(refusedAtRetailer('closed', null, 1, last), closed('no-evidence'));
      }
    }
  });
});

describe('that it was sold', () => {
  it('counts once the token that the log names was captured', () => {
    given(...paying)
      .when(RecordCheckout, soldAndPaid)
      .makesOnce(succeededByToken);
  });

  const unpaid = unknownOutcome('bought-unpaid', { retryAt: NOW + 30_000, sold: { evidence } });

  it("keeps the shop's page, which shows the buyer to anybody, under the buyer's key alone", () => {
    const url = 'https://shop.example/orders/1?key=k';
    const { data } = succeededByToken;
    given(...paying)
      .when(RecordCheckout, { reference, outcome: { ...soldAndPaid.outcome, url } })
      .makes({ type: 'CheckoutSucceeded', data: { ...data, personal: { url } }, subject: slot.subject });
    given(...paying)
      .when(RecordCheckout, { reference, outcome: { ...sold.outcome, url } })
      .makes(unpaid);
  });

  it.each([
    ['without a capture', undefined],
    ['by the capture of another token', { ...PAYMENT, sha256: 'other' }],
    ['by anything but the ledger', { ...PAYMENT, kind: 'retailer' as const }],
  ])('%s is recorded as bought and unpaid', (_, payment) => {
    const outcome = { ...sold.outcome, ...(payment ? { payment } : {}) };
    given(...paying)
      .when(RecordCheckout, { reference, outcome })
      .makesOnce(unpaid);
    given(...paying, unpaid)
      .when(RecordCheckout, { reference, outcome })
      .nothing();
    expect(statusOf(fold(...paying, unpaid))).toBe('processing');
  });

  it('and unpaid may still turn out paid, and is never proven unsold', () => {
    given(...paying, unpaid)
      .when(RecordCheckout, no(revoked))
      .refused('not-proven');
    expect(fold(...paying, unpaid).checkout?.paying?.sold).toEqual({ evidence });
    given(...doubted, unpaid)
      .when(RecordCheckout, soldAndPaid)
      .makes(expect.objectContaining({ type: 'CheckoutSucceeded' }) as never);
  });

  it('is no more than bought and unpaid by a mail that the shop signed, or its word; a person may decide', () => {
    for (const kind of ['signed-email', 'retailer'] as const) {
      const word = { evidence: { ...evidence, kind } };
      given(...paying)
        .when(RecordEvidence, word)
        .makesOnce(unknownOutcome('bought-unpaid', { retryAt: NOW + 30_000, sold: word }));
    }
    given(...paying)
      .when(RecordEvidence, { evidence: { ...evidence, kind: 'reviewed' } })
      .makes(expect.objectContaining({ type: 'CheckoutSucceeded' }) as never);
  });

  it('is not the word of a mail that came before anything could pay for the attempt', () => {
    for (const events of [begun, ready]) {
      given(...events)
        .when(RecordEvidence, { evidence: { ...evidence, kind: 'signed-email' } })
        .refused('not-proven');
    }
  });

  it('under a reference that was given up is for a person to settle, and changes nothing else', () => {
    const moved = [...paying, refusedAtRetailer('sold-out', NOW, 1, revoked), startedByToken(2, 'l')];
    const sale = { type: 'ShopOrderReported', data: { reference, eventId: evidence.reference, late: true } } as const;
    for (const events of [moved, [...paying, refusedAtRetailer('closed', null, 1, revoked), closed()]]) {
      for (const late of [sold, soldAndPaid]) {
        given(...events)
          .when(RecordCheckout, late)
          .makesOnce(sale);
        expect(fold(...events, sale)).toEqual({ ...fold(...events), told: [evidence.reference], reportedLate: true });
      }
      given(...events)
        .when(RecordCheckout, no(revoked))
        .nothing();
    }
  });
});

describe('a shop that wants the person', () => {
  const ask = { reference, session: SESSION.session, linkRecord: 'link-1', until: UNTIL };

  it('gets the person once no token is open', () => {
    given(...begun)
      .when(EscalateCheckout, { ...ask, ended: unsold('none', 'none') })
      .makesOnce(escalated());
    given(...paying)
      .when(EscalateCheckout, { ...ask, ended: revoked })
      .makesOnce(escalated());
    expect(statusOf(fold(...paying, escalated()))).toBe('action_required');
  });

  it('is not believed by who was taken over, once another session was prepared', () => {
    given(...ready)
      .when(EscalateCheckout, { ...ask, ended: unsold('none', 'none') })
      .refused('claimed');
  });

  it.each([
    { token: 'none', captured: 0 } as const,
    { token: 'revoked', captured: 1 } as const,
    { token: 'consumed', captured: 0 } as const,
    { token: 'gone', captured: 0 } as const,
  ])('does not while the token may pay, or has paid: %j', (end) => {
    given(...paying)
      .when(EscalateCheckout, { ...ask, ended: { ...end, completes: 'answered' } })
      .refused('not-proven');
  });

  it('is in doubt for ever where a request to complete may be unanswered', () => {
    const doubt = escalated({ inDoubt: true });
    given(...paying)
      .when(EscalateCheckout, { ...ask, ended: unsold('revoked', 'in-doubt') })
      .makesOnce(doubt);
    given(...paying, doubt)
      .when(RecordCheckout, no(revoked, 'not-finished'), UNTIL)
      .refused('not-proven');
    given(...begun)
      .when(EscalateCheckout, { ...ask, ended: unsold('none', 'in-doubt') })
      .makesOnce(escalated());
  });

  it('keeps its reference until the session has expired', () => {
    for (const events of [
      [...begun, escalated()],
      [...paying, escalated()],
    ]) {
      given(...events)
        .when(RecordCheckout, no(revoked, 'not-finished'), UNTIL - 1)
        .refused('not-proven');
      given(...events)
        .when(RecordCheckout, no(revoked, 'not-finished'), UNTIL)
        .makesOnce(refusedAtRetailer('not-finished', NOW, 1, revoked));
    }
    given(...doubted, escalated())
      .when(RecordCheckout, no(revoked, 'not-finished'), UNTIL)
      .refused('not-proven');
  });

  it('and was paid by the person is recorded as bought, and unpaid by us', () => {
    const unpaid = unknownOutcome('bought-unpaid', { retryAt: NOW + 30_000, sold: { evidence } });
    given(...paying, escalated())
      .when(RecordCheckout, sold)
      .makesOnce(unpaid);
    expect(statusOf(fold(...paying, escalated(), unpaid))).toBe('processing');
  });
});

it('a takeover keeps the session and the token', () => {
  const later = { by: 'worker-2', leaseUntil: LEASE_END + 40_000, reference, retryAt: LEASE_END + 20_000 };
  const taken = unknownOutcome('lease-expired', later);
  given(...paying)
    .when(TakeOverCheckout, later, LEASE_END)
    .makesClaim(taken);
  expect(fold(...paying, taken).checkout?.paying).toEqual({ prepared: SESSION, token: TOKEN, inDoubt: true });
});
