import type { ActionPurpose, ActionView, Order } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { standingOf } from './standing.js';

const link = (purpose: ActionPurpose, status?: OrderStatus): ActionView => ({
  success: true,
  purpose,
  order: status ? ({ status } as Order) : null,
});

describe('where a mailed link stands', () => {
  it.each<[ActionPurpose, OrderStatus, string | null, string]>([
    ['fee', 'action_required', null, 'open'],
    ['fee', 'action_required', 'failed', 'open'],
    ['fee', 'action_required', 'succeeded', 'confirming'],
    ['fee', 'success', 'succeeded', 'done'],
    ['fee', 'fail', null, 'past'],
    ['withdraw', 'pending', null, 'open'],
    ['withdraw', 'withdrawn', null, 'done'],
    ['withdraw', 'processing', null, 'past'],
  ])('%s of an order that is %s, the bank having said %s: %s', (purpose, status, bankSaid, standing) => {
    expect(standingOf(link(purpose, status), bankSaid)).toBe(standing);
  });

  it('is open while it is about an account: the server says when it was used', () => {
    expect([standingOf(link('verify'), null), standingOf(link('undo'), null)]).toEqual(['open', 'open']);
  });
});
