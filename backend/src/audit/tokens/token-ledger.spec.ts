import { OF_TOKENS, placed } from '@supreme-access/test/fixtures/token-orders.js';
import type { OrderEvent } from '../../orders/order.js';
import { testReference } from '../../stripe/payment-tokens.js';
import { compareTokens, judgeToken, type LedgerToken, type ResolvedToken, type ShopSale } from './token-ledger.js';
import { readTokens } from './token-rules.js';

const { started, prepared, made, refused, succeeded } = OF_TOKENS;
const { reference, session, seller, total, currency } = prepared.data;
const UNSOLD = refused({ token: 'revoked', captured: 0, completes: 'answered' });
const token: LedgerToken = {
  id: 'spt_1',
  reference,
  status: 'active',
  captured: 0,
  seller,
  currency,
  max_amount: total,
};
const attemptsOf = (events: OrderEvent[]) => readTokens(events).attempts;

function compared(events: OrderEvent[], tokens: LedgerToken[], sales: ShopSale[] = []): string[] {
  return compareTokens(new Map([['o-1', attemptsOf(events)]]), { tokens, sales });
}
const PAID = { ...token, status: 'consumed', captured: total };

describe('the books of Stripe and the shop against the log', () => {
  it.each<[string, OrderEvent[], LedgerToken[], ShopSale[]]>([
    ['a purchase', [placed, started, prepared, made, succeeded], [PAID], [{ session, payment: 'pi_1' }]],
    ['a token whose event is under way', [placed, started, prepared], [token], []],
    ['an open purchase', [placed, started, prepared, made], [token], []],
    ['a refusal', [placed, started, prepared, made, UNSOLD], [{ ...token, status: 'revoked' }], []],
    [
      'a test purchase, which is of no order',
      [],
      [{ ...PAID, reference: testReference('chk_test') }],
      [{ session: 'chk_test', payment: 'pi_1' }],
    ],
    ['a shop that ignores the payment', [placed, started, prepared, made], [token], [{ session, payment: null }]],
  ])('%s: both say the same', (_, events, tokens, sales) => {
    expect(compared(events, tokens, sales)).toEqual([]);
  });

  it.each<[string, OrderEvent[], LedgerToken[], ShopSale[], string[]]>([
    ['an unknown reference', [placed], [token], [], ['attempt that is not in the log']],
    ['a token without a reference', [placed], [{ ...token, reference: undefined }], [], ['no reference: a token of']],
    ['a token before its session', [placed, started], [token], [], ['before its session']],
    ['another total', [placed, started, prepared], [{ ...token, max_amount: total - 1 }], [], ['prepared were']],
    [
      'more than was agreed',
      [placed, started, prepared],
      [{ ...token, max_amount: 99_999 }],
      [],
      ['prepared were', 'above the agreed limit'],
    ],
    ['a capture that the log cannot know', [placed, started, prepared], [PAID], [], ['that the log does not name']],
    ['money for what was proven unsold', [placed, started, prepared, made, UNSOLD], [PAID], [], ['proven unsold, and']],
    ['a token left open', [placed, started, prepared, made, UNSOLD], [token], [], ['left open']],
    ['two open tokens', [placed, started, prepared, made], [token, { ...token }], [], ['2 open tokens']],
    [
      'a success without capture',
      [placed, started, prepared, made, succeeded],
      [{ ...token, status: 'expired' }],
      [],
      ['without capture'],
    ],
    [
      'a session that the log does not name',
      [placed, started],
      [],
      [{ session: 'chk_other', payment: null }],
      ['does not name'],
    ],
  ])('%s: it is told', (_, events, tokens, sales, problems) => {
    expect(compared(events, tokens, sales)).toEqual(problems.map((one) => expect.stringContaining(one)));
  });
});

describe('one token, read at Stripe', () => {
  const seen = (state: 'open' | 'consumed' | 'revoked' | 'expired', captured = 0): ResolvedToken => {
    return { kind: 'token', state, captured };
  };
  const bought = [placed, started, prepared, made, succeeded];
  const open = [placed, started, prepared, made];
  const unsold = [...open, UNSOLD];

  it.each<[string, OrderEvent[], ResolvedToken, string]>([
    ['a purchase', bought, seen('consumed', total), 'matched'],
    ['an open one', open, seen('open'), 'under-way'],
    ['an open one that was just paid', open, seen('consumed', total), 'under-way'],
    ['a refusal', unsold, seen('revoked'), 'matched'],
    ['a token that Stripe has removed', unsold, { kind: 'gone' }, 'nothing'],
    ['a purchase that nobody paid', bought, seen('expired'), 'missing-there'],
    ['a purchase with an unknown token', bought, { kind: 'gone' }, 'missing-there'],
    ['money for a refusal', unsold, seen('consumed', total), 'token-captured'],
    ['more than was prepared', bought, seen('consumed', total + 1), 'amount-differs'],
    ['a refusal with an open token', unsold, seen('open'), 'token-left-open'],
  ])('%s', (_, events, stripeToken, kind) => {
    const [attempt] = attemptsOf(events);
    expect(attempt && judgeToken(attempt, stripeToken).kind).toBe(kind);
  });
});
