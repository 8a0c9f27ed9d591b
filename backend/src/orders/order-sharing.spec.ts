import { publicStamps, stamp } from '@supreme-access/contract/ticket.js';
import * as orders from '@supreme-access/test/fixtures/order.js';
import { HideTicket, ShareTicket } from './order-sharing.js';

const { given, placed } = orders;
const ticket = { ticketId: 'ticket-1' };
const shared = { type: 'TicketShared', data: ticket } as const;
const hidden = { type: 'TicketHidden', data: {} } as const;
const erased = { type: 'PersonalDataErased', data: {} } as const;

describe('showing a ticket', () => {
  it('gives it one public id, until it is hidden', () => {
    given(placed()).when(ShareTicket, ticket).makesOnce(shared);
    given(placed(), shared).when(HideTicket, {}).makesOnce(hidden);
    given(placed(), shared, hidden).when(ShareTicket, ticket).makes(shared);
    given(placed()).when(HideTicket, {}).nothing();
  });

  it('is refused for an order without a slot, a withdrawn one, and one of an erased person, whose page is gone', () => {
    given(placed({ slotNumber: null }))
      .when(ShareTicket, ticket)
      .refused('no-ticket', 'conflict');
    given(placed(), shared, orders.withdrawn).when(ShareTicket, ticket).refused('no-ticket');
    given(placed(), shared, orders.withdrawn).when(HideTicket, {}).makes(hidden);
    given(placed(), shared, erased).when(ShareTicket, ticket).refused('no-ticket');
    expect(orders.fold(placed(), shared, erased).ticketId).toBeNull();
  });

  it('tells when it was bought, in the next size too, and of no payment', () => {
    const at = '2026-03-06T10:00:00.000Z';
    const stamps = [stamp('reserved', at), stamp('next-size', at), stamp('charged', at)];
    expect(publicStamps(stamps)).toEqual([stamp('reserved', at), stamp('checked-out', at)]);
    expect(publicStamps([stamp('checked-out', undefined)])).toEqual([]);
  });
});
