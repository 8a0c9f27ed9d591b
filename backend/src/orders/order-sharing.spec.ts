import * as orders from '@supreme-access/test/fixtures/order.js';
import { HideTicket, ShareTicket } from './order-sharing.js';

const { ID, given, metadata, placed } = orders;
const share = new ShareTicket(ID, { ticketId: 'ticket-1' }, metadata);
const hide = new HideTicket(ID, {}, metadata);
const shared = { type: 'TicketShared', data: { ticketId: 'ticket-1' } } as const;
const hidden = { type: 'TicketHidden', data: {} } as const;
const erased = { type: 'PersonalDataErased', data: {} } as const;

describe('showing a ticket', () => {
  it('gives it one public id, until it is hidden', () => {
    given(placed()).when(share).makesOnce(shared);
    given(placed(), shared).when(hide).makesOnce(hidden);
    given(placed(), shared, hidden).when(share).makes(shared);
    given(placed()).when(hide).nothing();
  });

  it('is refused for an order without a slot, and of an erased person, whose page is gone', () => {
    given(placed({ slotNumber: null })).when(share).refused('no-ticket', 'conflict');
    given(placed(), orders.withdrawn, shared, erased).when(share).refused('no-ticket');
    expect(orders.fold(placed(), shared, erased).ticketId).toBeNull();
  });
});
