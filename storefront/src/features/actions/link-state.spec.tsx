import type { ActionPurpose, ActionView, Order } from '@supreme-access/contract/shapes/orders.js';
import type { OrderStatus } from '@supreme-access/contract/statuses.js';
import { linkStateOf } from './link-state.js';

const link = (purpose: ActionPurpose, status?: OrderStatus): ActionView => ({
  success: true,
  purpose,
  order: status ? ({ status } as Order) : null,
});

describe('the state of a mailed link', () => {
  it.each<[ActionPurpose, OrderStatus, string | null, string]>([
    ['fee', 'action_required', null, 'open'],
    ['fee', 'action_required', 'failed', 'open'],
    ['fee', 'action_required', 'succeeded', 'confirming'],
    ['fee', 'success', 'succeeded', 'done'],
    ['fee', 'fail', null, 'past'],
    ['withdraw', 'pending', null, 'open'],
    ['withdraw', 'withdrawn', null, 'done'],
    ['withdraw', 'processing', null, 'past'],
  ])('%s of an order that is %s, the bank having said %s: %s', (purpose, status, bankSaid, linkState) => {
    expect(linkStateOf(link(purpose, status), bankSaid)).toBe(linkState);
  });

  it('stays open for an account; the server reports a used link', () => {
    expect([linkStateOf(link('verify'), null), linkStateOf(link('undo'), null)]).toEqual(['open', 'open']);
  });
});
