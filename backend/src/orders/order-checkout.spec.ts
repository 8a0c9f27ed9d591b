import {
  bought,
  CLOSES,
  charged,
  chargeStarted,
  claim,
  closed,
  evidence,
  fold,
  given,
  ID,
  LEASE_END,
  NOW,
  paid,
  placed,
  refusedAtRetailer,
  started,
  succeeded,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import { usableCode } from './checkout-facts.js';
import type { OrderEvent } from './order.js';
import {
  GiveCode,
  needsCode,
  RecordCheckout,
  RecordEvidence,
  StartCheckout,
  TakeOverCheckout,
} from './order-checkout.js';
import { SettlePurchase } from './order-shop.js';

const reference = `${ID}:1`;
const next = { ...claim, size: 'm', style: 'Red', closesAt: CLOSES } as const;
const unknown = { kind: 'unknown', reason: 'timeout', retryAt: NOW + 2_000 } as const;
const saidUnknown = {
  type: 'CheckoutOutcomeUnknown',
  data: { attempt: 1, reference, reason: 'timeout', retryAt: NOW + 2_000, ...claim },
} as const;

describe('starting an attempt', () => {
  it('claims the order under its first reference', () => {
    given(placed()).when(StartCheckout, next).makesClaim(started());
  });

  it('is remembered with who is on it, and until when', () => {
    expect(fold(placed(), started()).checkout).toMatchObject({ ...claim, attempt: 1, reference });
  });

  it('takes a new reference only after a definite refusal', () => {
    const refused = refusedAtRetailer('sold-out', NOW);
    given(placed(), started(), refused)
      .when(StartCheckout, { ...next, size: 'l' })
      .makes(started(2, 'l'));
    expect(fold(placed(), started(), refused).soldOut).toEqual(['m/Red']);
  });

  it('is refused to a worker that does not know of the last one, which a faster worker ended', () => {
    const refused = refusedAtRetailer('sold-out', NOW);
    given(placed(), started(), refused)
      .when(StartCheckout, { ...next, after: 0 })
      .refused('claimed');
    given(placed(), started(), refused)
      .when(StartCheckout, { ...next, after: 1 })
      .makesClaim(started(2));
  });

  it('is refused while a reference is open, lease or no lease', () => {
    given(placed(), started())
      .when(StartCheckout, next, LEASE_END + 1)
      .refused('claimed');
  });

  it('is refused once something was bought or the order has ended', () => {
    for (const events of [bought, paid, [placed(), withdrawn], [placed(), closed()]]) {
      given(...events)
        .when(StartCheckout, next)
        .refused('order-ended');
    }
  });
});

describe('taking over an attempt', () => {
  const later = { by: 'worker-2', leaseUntil: LEASE_END + 40_000, reference, retryAt: LEASE_END + 20_000 };
  const taken = {
    type: 'CheckoutOutcomeUnknown',
    data: { ...later, attempt: 1, reason: 'lease-expired' },
  } as const;

  it('keeps the reference, once the lease has passed', () => {
    given(placed(), started()).when(TakeOverCheckout, later, LEASE_END).makesClaim(taken);
    expect(fold(placed(), started(), taken).checkout).toMatchObject({ reference, attempt: 1, by: 'worker-2' });
  });

  it('needs no lease to pass once its holder is known to have ended, and nobody else', () => {
    const { by } = claim;
    const early = { ...taken, data: { ...taken.data, reason: 'holder-ended' } } as const;
    given(placed(), started())
      .when(TakeOverCheckout, { ...later, ended: by }, LEASE_END - 1)
      .makesClaim(early);
    given(placed(), started(), early)
      .when(TakeOverCheckout, { ...later, ended: by }, LEASE_END - 1)
      .refused('claimed');
  });

  it('is refused before that, and where nothing is open', () => {
    given(placed(), started())
      .when(TakeOverCheckout, later, LEASE_END - 1)
      .refused('claimed');
    given(placed()).when(TakeOverCheckout, later).refused('claimed');
  });

  it('is refused where the reference that was looked up is no longer the open one', () => {
    given(placed(), started(), refusedAtRetailer('sold-out', NOW), started(2, 'l'))
      .when(TakeOverCheckout, later, LEASE_END)
      .refused('claimed');
  });

  it('counts the claims without a definite outcome', () => {
    const events = [placed(), started(), saidUnknown, taken, taken];
    const unresolved = events.map((_, index) => fold(...events.slice(0, index + 1)).checkout?.unresolvedClaims);
    expect(unresolved).toEqual([undefined, 0, 1, 2, 3]);
    expect(fold(...events, refusedAtRetailer('sold-out', NOW), started(2)).checkout?.unresolvedClaims).toBe(0);
  });
});

describe("recording the retailer's answer", () => {
  it('a success carries its evidence', () => {
    given(placed(), started())
      .when(RecordCheckout, { reference, outcome: { kind: 'succeeded', evidence } })
      .makesOnce(succeeded());
  });

  it.each([
    { ...evidence, reference: '' },
    { ...evidence, sha256: '' },
  ])('a success without evidence cannot be made', (nothing) => {
    const recorded = () =>
      given(placed(), started())
        .when(RecordCheckout, { reference, outcome: { kind: 'succeeded', evidence: nothing } })
        .makes();
    expect(recorded).toThrow('a success needs evidence');
  });

  it('a refusal that may be tried again leaves the order open', () => {
    const outcome = { kind: 'refused', reason: 'sold-out', retryAt: NOW + 1_000 } as const;
    given(placed(), started())
      .when(RecordCheckout, { reference, outcome })
      .makesOnce(refusedAtRetailer('sold-out', NOW + 1_000));
  });

  it.each([
    ['sold-out', 'sold-out'],
    ['card-data-gone', 'card-data-gone'],
    ['card-declined', 'retailer-refused'],
    ['closed', 'no-evidence'],
  ] as const)('a final refusal (%s) closes the order: %s', (reason, why) => {
    given(placed(), started())
      .when(RecordCheckout, { reference, outcome: { kind: 'refused', reason, retryAt: null } })
      .makesOnce(refusedAtRetailer(reason, null), closed(why));
  });

  it('a final refusal of an order that was closed meanwhile is only recorded', () => {
    given(placed(), started(), closed('fee-lapsed'))
      .when(RecordCheckout, { reference, outcome: { kind: 'refused', reason: 'sold-out', retryAt: null } })
      .makes(refusedAtRetailer('sold-out', null));
  });

  it('an unknown outcome keeps the reference open, and the claim with it', () => {
    given(placed(), started()).when(RecordCheckout, { reference, outcome: unknown }).makesOnce(saidUnknown);
    expect(fold(placed(), started(), saidUnknown).checkout).toMatchObject({ ...claim, reference });
  });

  it('late news of a reference that was given up: a purchase is a fact, a refusal is none', () => {
    const moved = [placed(), started(), refusedAtRetailer('sold-out', NOW), started(2, 'l')];
    given(...moved)
      .when(RecordCheckout, { reference, outcome: { kind: 'refused', reason: 'sold-out', retryAt: null } })
      .nothing();
    given(...moved)
      .when(RecordCheckout, { reference, outcome: unknown })
      .nothing();
    const made = given(...moved).when(RecordCheckout, { reference, outcome: { kind: 'succeeded', evidence } });
    made.makesOnce(succeeded());
  });

  it('a second purchase, of the attempt that was open at a late one, is left to a person', () => {
    const late = [placed(), started(), refusedAtRetailer('sold-out', NOW), started(2, 'l'), succeeded()];
    const second = { ...evidence, reference: 'R-1002' };
    const sale = { type: 'ShopOrderReported', data: { reference: `${ID}:2`, eventId: 'R-1002', late: true } } as const;
    given(...late)
      .when(RecordCheckout, { reference: `${ID}:2`, outcome: { kind: 'succeeded', evidence: second } })
      .makesOnce(sale);
    given(...late, sale)
      .when(SettlePurchase, { reason: 'returned' })
      .makesOnce({ type: 'PurchaseSettled', data: { reason: 'returned' } });
  });

  it('after the purchase nothing changes it any more', () => {
    given(...bought)
      .when(RecordCheckout, { reference, outcome: { kind: 'refused', reason: 'sold-out', retryAt: null } })
      .nothing();
  });
});

describe('evidence from outside', () => {
  const mail = { kind: 'signed-email', reference: 'R-77', sha256: 'mail' } as const;
  const names = (reference: string) => ({ evidence: { ...mail, kind: 'reviewed', reference } }) as const;

  it.each(['signed-email', 'reviewed', 'card-charge'] as const)('(%s) makes the success of an open attempt', (kind) => {
    given(placed(), started())
      .when(RecordEvidence, { evidence: { ...mail, kind } })
      .makesOnce(succeeded({ evidence: { ...mail, kind } }));
  });

  it('may name the attempt, in any case', () => {
    for (const named of [reference, reference.toUpperCase()]) {
      given(placed(), started())
        .when(RecordEvidence, names(named))
        .makesOnce(succeeded({ evidence: names(named).evidence }));
    }
  });

  it('proves nothing of what the retailer refused, or had closed, whatever it names', () => {
    const waits = [placed(), started(), refusedAtRetailer('sold-out', NOW + 1_000)];
    const ended = [placed(), started(), refusedAtRetailer('closed', null), closed('no-evidence')];
    for (const events of [waits, ended]) {
      for (const named of [reference, 'R-77']) {
        given(...events)
          .when(RecordEvidence, names(named))
          .refused('refused-reference');
      }
    }
  });

  it('of an earlier attempt proves nothing of the open one, and that of a later one neither', () => {
    const again = [placed(), started(), refusedAtRetailer('sold-out', NOW), started(2, 'l')];
    for (const named of [reference, `${ID}:3`, '11111111-1111-4111-8111-111111111111:2']) {
      given(...again)
        .when(RecordEvidence, names(named))
        .refused('refused-reference');
    }
    given(...again)
      .when(RecordEvidence, names(`${ID}:2`))
      .makes(succeeded({ attempt: 2, reference: `${ID}:2`, size: 'l', evidence: names(`${ID}:2`).evidence }));
  });

  it('says nothing new of what the retailer has answered', () => {
    given(...bought)
      .when(RecordEvidence, { evidence: mail })
      .nothing();
  });

  it('proves nothing for an order that was never attempted', () => {
    given(placed()).when(RecordEvidence, { evidence: mail }).refused('not-attempted');
  });
});

describe('a security code', () => {
  const own = `${ID}.code-1`;
  const held = placed({ codeRecord: own });
  const answered = (retryAt: number | null, replaces = own): OrderEvent => ({
    type: 'SecurityCodeGiven',
    data: { codeRecord: `${ID}.code-2`, replaces, retryAt },
  });
  const give = { codeRecord: `${ID}.code-2` };

  it('is used by every attempt until the card is declined with it', () => {
    expect(usableCode(fold(held))).toBe(own);
    expect(usableCode(fold(held, started(), refusedAtRetailer('sold-out', NOW)))).toBe(own);
    expect(usableCode(fold(held, started(), refusedAtRetailer('not-open', NOW), started(2)))).toBe(own);
    expect(usableCode(fold(held, started(), refusedAtRetailer('declined', NOW)))).toBeNull();
    expect(usableCode(fold(held, started(), refusedAtRetailer('declined', NOW), answered(NOW)))).toBe(give.codeRecord);
  });

  it('goes along with the order for as long as something may be bought with it', () => {
    const waits = [held, started(), refusedAtRetailer('code-gone', CLOSES)];
    for (const events of [[held], [held, started()], waits]) expect(needsCode(fold(...events), {})).toBe(true);
    for (const events of [bought, [held, withdrawn], [held, started(), closed()]]) {
      expect(needsCode(fold(...events), {})).toBe(false);
    }
    expect(needsCode(fold(held), { means: 'token' })).toBe(false);
  });

  it('that an attempt was begun with stays with it, whatever is given meanwhile', () => {
    expect(fold(held, started()).checkout?.codeRecord).toBe(own);
    expect(fold(held, started(), answered(null)).checkout?.codeRecord).toBe(own);
    const declined = [held, started(), refusedAtRetailer('declined', NOW), started(2)];
    expect(fold(...declined).checkout?.codeRecord).toBeNull();
  });

  it('that was found gone is wanted until it is given', () => {
    const gone = [held, started(), refusedAtRetailer('code-gone', CLOSES)];
    expect(fold(...gone).codeWanted).toBe(true);
    expect(fold(...gone, answered(NOW)).codeWanted).toBe(false);
  });

  it('is given any time the order is open; a checkout that waits for it goes on', () => {
    given(held).when(GiveCode, give).makesOnce(answered(null));
    given(held, started()).when(GiveCode, give).makesOnce(answered(null));
    const waits = [held, started(), refusedAtRetailer('code-gone', CLOSES)];
    given(...waits)
      .when(GiveCode, give)
      .makesOnce(answered(NOW));
    given(...waits, started(2))
      .when(GiveCode, give)
      .makesOnce(answered(null));
  });

  it('is not taken once it was bought or the order has ended', () => {
    for (const events of [bought, [placed(), withdrawn], [placed(), started(), closed()]]) {
      given(...events)
        .when(GiveCode, give)
        .refused('order-ended');
    }
  });

  it('that came while an attempt found none is used at once, and has not served', () => {
    const outcome = { kind: 'refused', reason: 'code-gone', retryAt: CLOSES } as const;
    const events = [held, started(), answered(null)];
    given(...events)
      .when(RecordCheckout, { reference: `${ID}:1`, outcome })
      .makes(refusedAtRetailer('code-gone', NOW));
    expect(usableCode(fold(...events, refusedAtRetailer('code-gone', NOW)))).toBe(give.codeRecord);
    expect(usableCode(fold(...events, refusedAtRetailer('declined', NOW)))).toBe(give.codeRecord);
  });
});

it('knows from the first attempt when the promise ends', () => {
  expect(fold(placed()).closesAt).toBeNull();
  expect(fold(placed(), started()).closesAt).toBe(CLOSES);
});

it('keeps what was bought, also when it came in another size', () => {
  const state = fold(placed(), started(1, 'l'), succeeded({ size: 'l' }), chargeStarted(), charged());
  expect(state.bought).toMatchObject({ size: 'l', style: 'Red' });
});
