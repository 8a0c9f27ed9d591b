import {
  bought,
  closed,
  fold,
  given,
  hint,
  ID,
  NOW,
  placed,
  received,
  refusedAtRetailer,
  reviewed,
  started,
  succeeded,
  withdrawn,
} from '@supreme-access/test/fixtures/order.js';
import { ForgetProof, ReceiveHint, RecordProofCheck, ReviewProof } from './order-proofs.js';

const { proofId } = hint;
const MINUTE = 60_000;
const accept = { proofId, decision: 'accept', reason: 'as the shop says' } as const;
const refuse = { ...accept, decision: 'refuse' } as const;
const another = { ...hint, proofId: `${ID}.other` };

describe('a mail that hints at a purchase', () => {
  it('waits for a decision, and the retailer is asked for the attempt it names', () => {
    given(placed(), started()).when(ReceiveHint, hint).makesOnce(received());
  });

  it('that names no attempt is asked for as the open one, else as the last one', () => {
    const unnamed = { ...hint, reference: null };
    given(placed(), started())
      .when(ReceiveHint, unnamed)
      .makesOnce(received({ reference: null }));
    given(
      placed(),
      started(),
      refusedAtRetailer('sold-out', NOW),
      started(2, 'l'),
      refusedAtRetailer('sold-out', NOW, 2),
    )
      .when(ReceiveHint, unnamed)
      .makesOnce(received({ reference: null, lookUp: `${ID}:2` }));
  });

  it('has the retailer asked for one attempt once in ten minutes', () => {
    for (const [later, lookUp] of [
      [10 * MINUTE - 1, null],
      [10 * MINUTE, `${ID}:1`],
    ] as const) {
      given(placed(), started(), received())
        .when(ReceiveHint, another, NOW + later)
        .makesOnce(received({ ...another, receivedAt: NOW + later, lookUp }));
    }
  });

  it('is no news where it was bought, has ended, or was never attempted', () => {
    const ended = [placed(), started(), refusedAtRetailer('closed', null), closed()];
    for (const events of [[placed()], bought, ended, [placed(), withdrawn]]) {
      given(...events)
        .when(ReceiveHint, hint)
        .nothing();
    }
  });

  it('is one of ten that wait; who is known to have sent it finds room among twenty', () => {
    const waiting = Array.from({ length: 10 }, (_, n) => received({ proofId: `forged-${n}`, isAuthenticated: false }));
    given(placed(), started(), ...waiting)
      .when(ReceiveHint, { ...hint, isAuthenticated: false })
      .nothing();
    given(placed(), started(), ...waiting)
      .when(ReceiveHint, hint)
      .makesOnce(received({ lookUp: null }));
    const full = [...waiting, ...waiting.map((_, n) => received({ proofId: `sent-${n}` }))];
    given(placed(), started(), ...full)
      .when(ReceiveHint, hint)
      .nothing();
  });

  it('tells what the retailer answered, once', () => {
    const data = { proofId, answer: 'refused' } as const;
    given(placed(), started(), received()).when(RecordProofCheck, data).makesOnce({ type: 'ProofChecked', data });
    given(placed(), started()).when(RecordProofCheck, data).nothing();
  });

  it('is forgotten with its mail', () => {
    const gone = { type: 'ProofForgotten', data: { proofId } } as const;
    given(placed(), started(), received()).when(ForgetProof, { proofId }).makesOnce(gone);
    expect(fold(placed(), started(), received(), gone).proofs).toEqual({});
  });
});

describe('the decision on a mail', () => {
  it('makes the success of an attempt that is open', () => {
    const evidence = { kind: 'reviewed', reference: `${ID}:1`, sha256: 'mail' } as const;
    given(placed(), started(), received()).when(ReviewProof, accept).makesOnce(reviewed(), succeeded({ evidence }));
  });

  it('that refuses changes nothing else', () => {
    given(placed(), started(), received()).when(ReviewProof, refuse).makesOnce(reviewed('refuse'));
  });

  it('cannot accept what the retailer refused, or had closed', () => {
    const refused = [placed(), started(), received(), refusedAtRetailer('sold-out', NOW)];
    const closedThen = [placed(), started(), received(), refusedAtRetailer('closed', null), closed()];
    for (const events of [refused, [...refused, started(2, 'l')], closedThen]) {
      given(...events)
        .when(ReviewProof, accept)
        .refused('refused-reference');
      given(...events)
        .when(ReviewProof, refuse)
        .makesOnce(reviewed('refuse'));
    }
  });

  it('says nothing more of what the retailer has answered itself', () => {
    given(placed(), started(), received(), succeeded()).when(ReviewProof, accept).makesOnce(reviewed());
  });

  it('stands', () => {
    given(placed(), started(), received(), reviewed('refuse')).when(ReviewProof, accept).refused('proof-decided');
  });

  it('needs a mail', () => {
    given(placed(), started()).when(ReviewProof, accept).refused('not-found');
  });
});
