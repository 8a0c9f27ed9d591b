import { randomId } from '../../backend/src/event-sourcing/ids.js';
import type { CheckoutOutcome, OpenCheckout } from '../../backend/src/orders/checkout-facts.js';
import { order, type PlacedOrder } from '../../backend/src/orders/order.js';
import { TokenCheckout } from '../../backend/src/releases/token-checkout.js';
import { TokenProofs } from '../../backend/src/releases/token-proofs.js';
import type { Purchase, Retailer } from '../../backend/src/retailers/retailer.js';
import { SessionRetailer } from '../../backend/src/retailers/sessions/session-retailer.js';
import { decides, exchange, type Planted } from './planting.js';

const ENOUGH = { amount: 99_999_999, currency: 'usd' };

/** What TokenCheckout hands from step to step. */
interface Call {
  attempted: { placed: PlacedOrder; checkout: OpenCheckout };
  retailer: Retailer;
  within: AbortSignal;
}

/** Bugs of buying at shops that a payment token pays. */
export const TOKENS: readonly Planted[] = [
  {
    name: 'a session that says canceled is taken for a refusal',
    lately: 3,
    plant: () => {
      const undo = exchange(
        TokenCheckout.prototype,
        'look',
        (right) =>
          async function (this: object, call: never) {
            const { attempted, retailer, within } = call as Call;
            const { reference, paying = {} } = attempted.checkout;
            const session = paying.prepared?.session;
            if (!paying.token || !session || paying.sold || paying.escalated) return right.call(this, call);
            const { kind } = await retailer.lookUp({ reference, session }, within);
            const unsold = { token: 'revoked', captured: 0, completes: 'answered' };
            return kind === 'ended'
              ? { kind: 'refused', reason: 'closed', retryAt: Date.now(), unsold }
              : right.call(this, call);
          },
      );
      const undoToo = decides(order, (command, state, now, decide) => {
        const { checkout } = state;
        if (command.type !== 'RecordCheckout' || !checkout?.paying) return decide(command, state, now);
        const { inDoubt: _, ...paying } = checkout.paying;
        return decide(command, { ...state, checkout: { ...checkout, paying } }, now);
      });
      return () => {
        undoToo();
        undo();
      };
    },
  },
  {
    name: 'a new key for a repeat',
    lately: 4,
    plant: () =>
      exchange(
        SessionRetailer.prototype,
        'answerOf',
        (right) =>
          function (this: object, request: never, _key: never, signal: never) {
            return right.call(this, request, randomId() as never, signal);
          },
      ),
  },
  {
    name: 'a session is completed that the log does not name',
    plant: () =>
      exchange(
        SessionRetailer.prototype,
        'buy',
        (right) =>
          async function (this: object, input: never, signal: never) {
            const purchase = input as Purchase;
            const { reference, line, buyer } = purchase;
            const wanted = { reference: `${reference} again`, line, buyer, limit: ENOUGH };
            const other = await (this as Retailer).prepare(wanted, signal);
            const { session = purchase.session } = other.kind === 'prepared' ? other : {};
            return right.call(this, { ...purchase, session } as never, signal);
          },
      ),
  },
  {
    name: 'a token is made before the limit is checked',
    lately: 6,
    plant: () => {
      const undo = exchange(
        TokenCheckout.prototype,
        'prepare',
        (right) =>
          function (this: object, call: never, buyer: never) {
            const { attempted, ...rest } = call as Call;
            const placed = { ...attempted.placed, limit: ENOUGH };
            return right.call(this, { ...rest, attempted: { ...attempted, placed } } as never, buyer);
          },
      );
      const undoToo = decides(order, (command, state, now, decide) => {
        const placed = state.placed && { ...state.placed, limit: ENOUGH };
        return decide(command, command.type === 'PrepareCheckout' ? { ...state, placed } : state, now);
      });
      return () => {
        undoToo();
        undo();
      };
    },
  },
  {
    name: 'a sale that nobody paid is a success',
    lately: 8,
    plant: () =>
      exchange(
        TokenProofs.prototype,
        'sale',
        (right) =>
          async function (this: object, checkout: OpenCheckout, answer: never) {
            const outcome = (await right.call(this, checkout as never, answer)) as CheckoutOutcome;
            const { token } = checkout.paying ?? {};
            if (outcome.kind !== 'succeeded' || outcome.payment || !token) return outcome;
            return { ...outcome, payment: { kind: 'card-charge', reference: 'spt', sha256: token.tokenHash } };
          },
      ),
  },
];
