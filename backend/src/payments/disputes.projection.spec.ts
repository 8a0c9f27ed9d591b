import { AT, DAY } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { OrderEvent } from '../orders/order.js';
import { disputesProjection } from './disputes.projection.js';

const opened: OrderEvent = {
  type: 'FeeDisputed',
  data: { disputeId: 'dp_1', amount: 2_000, reason: 'fraudulent', dueBy: AT + 7 * DAY },
};
const life: OrderEvent[] = [
  opened,
  { type: 'DisputeDeadlineMoved', data: { disputeId: 'dp_1', dueBy: AT + 14 * DAY, toldAt: AT + DAY } },
  { type: 'DisputeClosed', data: { disputeId: 'dp_1', outcome: 'won' } },
  { type: 'FeeDisputed', data: { disputeId: 'dp_2', amount: 500 } },
];

describe('the disputes', () => {
  it('are shown with their deadline as it is now, and how they ended', async () => {
    expect(await folded(disputesProjection, [recorded('order-o1', life)])).toEqual([
      {
        disputeId: 'dp_1',
        orderId: 'o1',
        amount: 2_000,
        reason: 'fraudulent',
        dueBy: AT + 14 * DAY,
        state: 'won',
        status: 'won',
        openedAt: AT,
        closedAt: AT + 2,
      },
      {
        disputeId: 'dp_2',
        orderId: 'o1',
        amount: 500,
        reason: null,
        dueBy: null,
        state: 'open',
        status: null,
        openedAt: AT + 3,
        closedAt: null,
      },
    ]);
  });

  it('are shown as Stripe names them, and are won or lost only by those names', async () => {
    const disputesOf = (...more: OrderEvent[]) =>
      folded(disputesProjection, [recorded('order-o1', [inquiry, ...more])]);
    const inquiry: OrderEvent = {
      type: 'FeeDisputed',
      data: { disputeId: 'dp_3', amount: 500, status: 'warning_needs_response' },
    };
    const ended = (outcome: string): OrderEvent => ({ type: 'DisputeClosed', data: { disputeId: 'dp_3', outcome } });
    const grown: OrderEvent = {
      type: 'DisputeStatusChanged',
      data: { disputeId: 'dp_3', status: 'in_mediation', toldAt: AT },
    };
    expect(await disputesOf()).toMatchObject([{ state: 'open', status: 'warning_needs_response' }]);
    expect(await disputesOf(grown)).toMatchObject([{ state: 'open', status: 'in_mediation', closedAt: null }]);
    for (const outcome of ['warning_closed', 'prevented', 'split']) {
      expect(await disputesOf(ended(outcome))).toMatchObject([{ state: 'closed', status: outcome }]);
    }
    expect(await disputesOf(ended('warning_closed'), grown)).toMatchObject([{ state: 'open', closedAt: null }]);
  });

  it('are the same when they are folded twice, one by one or all at once', async () => {
    const events = recorded('order-o1', life);
    const once = await folded(disputesProjection, [events]);
    expect(await folded(disputesProjection, [events, events])).toEqual(once);
    expect(
      await folded(
        disputesProjection,
        events.map((event) => [event]),
      ),
    ).toEqual(once);
  });
});
