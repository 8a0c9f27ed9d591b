import { jest } from '@jest/globals';
import type { EventPage, FoundEvents, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { act, screen, within } from '@testing-library/react';
import type { DataProvider } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { EventShow } from './EventShow.js';
import { EventsPage } from './EventsPage.js';

const requests: string[] = [];
let answers: Record<string, unknown> = {};
const realFetch = globalThis.fetch;

beforeEach(() => {
  requests.length = 0;
  globalThis.fetch = jest.fn(async (input: unknown) => {
    const url = new URL(String(input), 'http://localhost');
    const isAxis = url.pathname.endsWith('/axis');
    if (!isAxis) requests.push(`${url.pathname}${url.search}`);
    const body = isAxis ? AXIS : (answers[`${url.pathname}${url.search}`] ?? answers[url.pathname]);
    const text = JSON.stringify(body ?? { success: false, error: 'There is no such event.', code: 'not-found' });
    const headers = new Headers({ 'content-type': 'application/json' });
    return { ok: body !== undefined, status: body ? 200 : 404, statusText: '', headers, text: async () => text };
  }) as unknown as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

const event = (position: number, type: string): LoggedEvent => ({
  position,
  eventId: `e-${position}`,
  stream: 'order-1',
  revision: position,
  type,
  at: '2026-11-20T11:00:03.120Z',
  actor: { kind: 'worker', id: 'charge-fee' },
  correlationId: 'c-1',
});
const found = (events: LoggedEvent[], next: string | null): FoundEvents => ({
  events,
  next,
  searchedTo: '2026-11-20T10:00:00.000Z',
  searched: 1_000,
});

const AXIS = {
  from: '2026-11-20T10:00:00.000Z',
  until: '2026-11-20T11:00:00.000Z',
  bars: Array.from({ length: 60 }, (_, bar) => (bar === 59 ? 3 : 0)),
  events: 3,
  isWhole: false,
};
const RECORDS: Record<string, object> = {
  orders: { id: '1', productTitle: 'Box Hoodie', slotNumber: 14, totalStock: 200, email: 'ada@example.test' },
  accounts: { id: 'a-1', name: 'Ada Lovelace', email: 'ada@example.test' },
};
const dataProvider = {
  getMany: async (resource: string) => ({ data: [RECORDS[resource]] }),
  getList: async (resource: string) => ({ data: [RECORDS[resource]], total: 1 }),
};

function show(path: string) {
  const context = { dataProvider: dataProvider as unknown as DataProvider };
  return openPage(path, { '/events': <EventsPage />, '/events/:id': <EventShow /> }, context);
}

describe('the list of events', () => {
  it('requests the query of its address, and continues until a match or the end of the log', async () => {
    answers = {
      '/api/admin/events/search?type=FeeCharged': found([], '500'),
      '/api/admin/events/search?type=FeeCharged&cursor=500': found([event(7, 'FeeCharged')], null),
    };
    show('/events?type=FeeCharged');
    expect(await screen.findByRole('link', { name: 'Fee charged' })).toHaveAttribute('href', '/events/7');
    expect(screen.getByText(/Searched back to/)).toHaveTextContent('2000 events');
    expect(requests).toEqual([
      '/api/admin/events/search?type=FeeCharged',
      '/api/admin/events/search?type=FeeCharged&cursor=500',
    ]);
  });

  it('searches for typed filters', async () => {
    answers = { '/api/admin/events/search': found([], null) };
    const user = show('/events');
    await screen.findByText('no data on response');
    await user.type(screen.getByLabelText('Event'), 'slot res');
    await user.click(await screen.findByRole('option', { name: 'Slot reserved' }));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('button', { name: 'Clear' })).toBeVisible();
    expect(requests.at(-1)).toBe('/api/admin/events/search?type=SlotReserved');
  });

  it('shows subject and actor of each event by name, in a sentence', async () => {
    const by = { ...event(7, 'FeeCharged'), actor: { kind: 'admin', id: 'a-1' } };
    answers = { '/api/admin/events/search': found([by], null) };
    show('/events');
    expect(await screen.findByText('The service fee was charged.')).toBeVisible();
    const link = await screen.findByRole('link', { name: /^Box Hoodie, .*014.*, ada@example.test$/ });
    expect(link).toHaveAttribute('href', '/orders/1/show');
    expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeVisible();
  });

  it('searches for the events of a record picked by name', async () => {
    answers = { '/api/admin/events/search': found([], null) };
    const user = show('/events');
    await screen.findByText('no data on response');
    await user.click(screen.getByLabelText('About'));
    await user.click(await screen.findByRole('option', { name: 'Order' }));
    await user.click(await screen.findByLabelText('Which order'));
    await user.click(await screen.findByRole('option', { name: /Box Hoodie/ }));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await screen.findByRole('button', { name: 'Clear' });
    expect(requests.at(-1)).toBe('/api/admin/events/search?stream=order-1');
  });

  it('counts them by time, and narrows the filter by the slider', async () => {
    answers = { '/api/admin/events/search': found([], null) };
    const user = show('/events?type=FeeCharged');
    const axis = within(await screen.findByRole('region', { name: 'Events over time' }));
    expect(await axis.findByRole('img', { name: /^3 events counted, older ones are not, from / })).toBeVisible();
    act(() => axis.getByRole('slider', { name: 'Until' }).focus());
    await user.keyboard('{ArrowLeft}');
    const until = encodeURIComponent('2026-11-20T10:59:00.000Z');
    const from = encodeURIComponent(AXIS.from);
    await screen.findByRole('button', { name: 'Clear' });
    expect(requests.at(-1)).toBe(`/api/admin/events/search?type=FeeCharged&from=${from}&until=${until}`);
  });

  it('shows why a search was refused', async () => {
    answers = {};
    show('/events');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such event.');
  });
});

describe('one event', () => {
  const page = (changes: Partial<EventPage['chain']> = {}): EventPage => ({
    ...event(7, 'FeeCharged'),
    data: { amount: 3_500, personal: 'x'.repeat(80) },
    metadata: { schemaVersion: 1 },
    chain: { hash: 'h7', previousHash: 'h6', recomputed: 'h7', holds: true, before: 6, after: null, ...changes },
    graph: {
      events: [event(5, 'CheckoutSucceeded'), event(6, 'FeeChargeStarted'), event(7, 'FeeCharged')],
      links: [
        { from: 6, to: 7, kind: 'together' },
        { from: 5, to: 6, kind: 'recorded' },
      ],
      isCut: false,
    },
    correlated: [],
  });

  it('links to its chain of causes', async () => {
    answers = { '/api/admin/events/7': page() };
    show('/events/7');
    const causes = await screen.findByRole('region', { name: 'Causes' });
    const names = within(causes)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toEqual(['Fee charge started', 'Checkout succeeded']);
    expect(screen.getByRole('region', { name: 'Consequences' })).toHaveTextContent('No known consequences.');
    expect(screen.getByText(/Chain intact/)).toBeVisible();
    expect(screen.getByText('sealed, 80 characters')).toBeVisible();
    expect(screen.getByRole('link', { name: 'State after this event' })).toHaveAttribute(
      'href',
      '/time-travel/orders/1?revision=7',
    );
  });

  it("links to the actor's account", async () => {
    answers = { '/api/admin/events/7': { ...page(), actor: { kind: 'admin', id: 'a-1' } } };
    show('/events/7');
    expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/accounts/a-1/show');
  });

  it('reports a broken chain and an unknown event', async () => {
    answers = { '/api/admin/events/7': page({ holds: false, recomputed: 'other' }) };
    show('/events/7');
    expect(await screen.findByText(/CHAIN BROKEN/)).toBeVisible();
    show('/events/9');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such event.');
  });
});
