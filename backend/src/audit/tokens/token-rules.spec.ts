import { attempt, OF_TOKENS, placed } from '@supreme-access/test/fixtures/token-orders.js';
import type { OrderEvent } from '../../orders/order.js';
import { isProvenUnsold, readTokens } from './token-rules.js';

const { started, prepared, made, unknown, escalated, refused, succeeded } = OF_TOKENS;
const problemsOf = (events: readonly OrderEvent[]) => readTokens(events).problems;
const second = attempt(2);

describe('an order that tokens pay for', () => {
  it.each<[string, OrderEvent[]]>([
    ['a purchase', [placed, started, prepared, made, succeeded]],
    ['a purchase after an unanswered request', [placed, started, prepared, made, unknown, succeeded]],
    ['two sizes, the first sold out', [placed, started, refused(), second.started, second.prepared]],
    [
      'two sizes, the first prepared and given up before its token',
      [placed, started, prepared, refused({ token: 'none', captured: 0, completes: 'none' }), second.started],
    ],
    [
      'two sizes, the first refused by the shop and its token revoked',
      [
        placed,
        started,
        prepared,
        made,
        refused({ token: 'revoked', captured: 0, completes: 'answered' }),
        second.started,
      ],
    ],
    [
      'a token that ran out before anything was sent',
      [placed, started, prepared, made, refused({ token: 'expired', captured: 0, completes: 'none' }), second.started],
    ],
    [
      'the shop wanted the person, who let it expire',
      [
        ...[placed, started, prepared, made, escalated, unknown],
        refused({ token: 'revoked', captured: 0, completes: 'answered' }),
        second.started,
      ],
    ],
  ])('%s: nothing is wrong', (_, events) => {
    expect(problemsOf(events)).toEqual([]);
  });

  it.each<[string, OrderEvent[], string]>([
    ['a session before its attempt', [placed, prepared], 'CheckoutPrepared of an attempt'],
    ['two sessions', [placed, started, prepared, prepared], 'a second session'],
    ['too high a total', [placed, started, prepared.above], 'above the agreed limit'],
    ['another currency', [placed, started, prepared.inEuro], 'above the agreed limit'],
    ['no agreed limit', [placed.open, started, prepared], 'above the agreed limit'],
    ['a token without a session', [placed, started, made], 'a token before its session'],
    ['two tokens', [placed, started, prepared, made, made], 'a second token'],
    ['a second reference beside the first', [placed, started, prepared, second.started], 'proven unsold'],
    ['a refusal by the shop alone', [placed, started, prepared, made, refused(), second.started], 'proven unsold'],
    [
      'a token that can still pay',
      [placed, started, prepared, made, refused({ token: 'none', captured: 0, completes: 'none' }), second.started],
      'proven unsold',
    ],
    [
      'an unanswered request to complete',
      [
        ...[placed, started, prepared, made, unknown],
        refused({ token: 'revoked', captured: 0, completes: 'answered' }),
        second.started,
      ],
      'proven unsold',
    ],
    [
      'money that was taken',
      [
        placed,
        started,
        prepared,
        made,
        refused({ token: 'revoked', captured: 1, completes: 'answered' }),
        second.started,
      ],
      'proven unsold',
    ],
    ['a sale by the shop’s word', [placed, started, prepared, made, succeeded.unpaid], 'without its capture'],
    ['a capture of another token', [placed, started, prepared, made, succeeded.byAnother], 'without its capture'],
  ])('%s: it is told', (_, events, problem) => {
    expect(problemsOf(events)).toEqual([expect.stringContaining(problem)]);
  });

  it('a person may decide without a capture', () => {
    expect(problemsOf([placed, started, prepared, made, succeeded.reviewed])).toEqual([]);
  });

  it('an attempt with the card itself is none of them', () => {
    const { attempts, problems } = readTokens([placed, started.byCard, refused(), second.started]);
    expect([attempts.map(({ reference }) => reference), problems]).toEqual([[second.started.data.reference], []]);
  });

  it('what was refused before anything was prepared is proven unsold, and an open one is not', () => {
    const [first] = readTokens([placed, started, refused()]).attempts;
    const [open] = readTokens([placed, started]).attempts;
    expect([first && isProvenUnsold(first), open && isProvenUnsold(open)]).toEqual([true, false]);
  });
});
