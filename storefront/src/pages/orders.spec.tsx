import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Answers, given, ORDER, refusal, SESSION, SETTINGS, SHOP } from '../../../test/fixtures/storefront/app.js';

/** This is longer than the list's polling interval. */
const A_WHILE_MS = 31_000;
const MOVED = { ...ORDER, status: 'processing', statusLabel: 'Processing' };

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify(SESSION));
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

describe('the orders', () => {
  it('are polled without a live stream', async () => {
    const answers: Answers = { '/api/user/orders/': refusal(404, 'not-found'), '/api/user/orders': [ORDER] };
    given('/user/orders', answers);
    await screen.findByText('Pending');
    answers['/api/user/orders'] = [MOVED];

    await act(() => jest.advanceTimersByTimeAsync(A_WHILE_MS));

    expect(await screen.findByText('Processing')).toBeInTheDocument();
  });

  it('open the one that a mail links to, and otherwise the newest', async () => {
    const older = { ...ORDER, id: 'older', orderId: 'older', productTitle: 'Harbour Beanie' };
    const answers = { '/api/user/orders/': [], '/api/user/orders': [ORDER, older] };
    const opened = async () => (await screen.findByRole('button', { expanded: true })).textContent;
    given('/user/orders?orderId=older', answers);
    expect(await opened()).toContain('Harbour Beanie');
    cleanup();
    given('/user/orders', answers);
    expect(await opened()).toContain(ORDER.productTitle);
  });

  it('name what was bought and, where it differs, what was chosen', async () => {
    const bought = { status: 'success', statusLabel: 'Success', boughtSize: 'l', boughtStyle: 'Stone' };
    given('/user/orders', { '/api/user/orders/': [], '/api/user/orders': [{ ...ORDER, ...bought }] });
    const title = await screen.findByRole('rowheader', { name: new RegExp(ORDER.productTitle) });
    const row = title.parentElement as HTMLElement;
    expect(within(row).getByRole('cell', { name: 'L' })).toBeInTheDocument();
    expect(within(row).getByRole('cell', { name: 'Stone' })).toBeInTheDocument();
    expect(await screen.findByText(/was sold out/)).toHaveTextContent('Your choice, M in Ink, was sold out.');
  });

  it('say that a mail about one bounced, and where the address is changed', async () => {
    const mailBounced = { at: '2026-03-06T11:00:00.000Z', kind: 'closed', reason: 'no-mailbox', reply: '550 5.1.1' };
    given('/user/orders', { '/api/user/orders/': [], '/api/user/orders': [{ ...ORDER, mailBounced }] });
    expect(await screen.findByText(/Our last email about this order bounced/)).toHaveTextContent(
      'The mailbox does not exist.',
    );
    expect(screen.getByRole('link', { name: 'Check your address' })).toHaveAttribute('href', '/user/account');
  });

  const story = { '/api/user/orders/': [] };
  const inbound = { '/api/settings': { ...SETTINGS, inboundAddress: 'orders@shop.test' } };

  it('say where to forward a confirmation mail, and from which address, while it can prove the purchase', async () => {
    given('/user/orders', { ...story, ...inbound, '/api/user/orders': [ORDER] });
    expect(await screen.findByRole('link', { name: 'orders@shop.test' })).toHaveAttribute(
      'href',
      'mailto:orders@shop.test',
    );
    expect(screen.getByText(/If the retailer emails you a confirmation/)).toHaveTextContent('from mira@example.com to');
  });

  it('link to the support address, as the footer does', async () => {
    const settings = { ...SETTINGS, supportEmail: 'help@shop.test' };
    given('/user/orders', { ...story, '/api/settings': settings, '/api/user/orders': [ORDER] });
    const link = await screen.findByRole('link', { name: 'Ask about this order' });
    expect(link).toHaveAttribute('href', `mailto:help@shop.test?subject=Order%20${ORDER.orderId}`);
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'help@shop.test' })).toHaveAttribute('href', 'mailto:help@shop.test');
  });

  it('include places on waiting lists; an offer is a bar on every page until it expires', async () => {
    const place = { profileId: 'home', size: 'm', style: 'Ink', productId: 'jacket', productTitle: 'Jacket' };
    const offeredUntil = new Date(Date.now() + 61_000).toISOString();
    const places = [
      { ...place, rank: 0, offeredUntil },
      { ...place, productId: 'cap', productTitle: 'Cap', rank: 2, offeredUntil: null },
    ];
    given('/user/orders', { ...story, '/api/user/waitlist': { places }, '/api/user/orders': [ORDER] });
    const list = within(await screen.findByRole('region', { name: 'Waiting list' }));
    expect(list.getByText('2nd on the waiting list')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Cap' })).toHaveAttribute('href', '/product?productId=cap');
    const bar = within(screen.getByRole('region', { name: 'Slot offered to you' }));
    expect(bar.getByRole('timer')).toHaveTextContent(/^1:0\d left$/);
    expect(bar.getByRole('link', { name: 'Secure Your Slot' })).toHaveAttribute('href', '/product?productId=jacket');
    await act(() => jest.advanceTimersByTimeAsync(62_000));
    expect(screen.queryByRole('region', { name: 'Slot offered to you' })).not.toBeInTheDocument();
  });

  it('show an offer by themselves while a place waits', async () => {
    const place = { profileId: 'home', size: 'm', style: 'Ink', productId: 'cap', productTitle: 'Cap' };
    const at = (rank: number, offeredUntil: string | null) => ({ places: [{ ...place, rank, offeredUntil }] });
    const answers: Answers = { ...story, '/api/user/waitlist': at(1, null), '/api/user/orders': [ORDER] };
    given('/user/orders', answers);
    await screen.findByText('1st on the waiting list');
    answers['/api/user/waitlist'] = at(0, new Date(Date.now() + 600_000).toISOString());
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByRole('region', { name: 'Slot offered to you' })).toBeInTheDocument();
  });

  it('stay when a place fails to render, which is reported in its row', async () => {
    const complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
    const place = { profileId: 'home', size: 'm', style: 'Ink', productId: 'jacket', productTitle: 'Jacket' };
    const broken = { ...place, productId: 'cap', productTitle: {}, offeredUntil: '2099-01-01T00:00:00.000Z' };
    const places = [broken, { ...place, rank: 2, offeredUntil: null }];
    given('/user/orders', { ...story, '/api/user/waitlist': { places }, '/api/user/orders': [ORDER] });
    const list = within(await screen.findByRole('region', { name: 'Waiting list' }));
    expect(list.getByText('This place cannot be shown.')).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'Jacket' })).toBeInTheDocument();
    expect(screen.getByText('This offer cannot be shown.')).toBeInTheDocument();
    expect(screen.getByText('Pending')).toBeInTheDocument();
    complaints.mockRestore();
  });

  const waiting = { profileId: 'home', size: 'm', style: 'Ink', productId: 'hoodie', productTitle: 'Hoodie' };

  it('report a waiting list that could not be left, below the heading of a page without orders', async () => {
    const places = [{ ...waiting, rank: 2, offeredUntil: null }];
    given('/user/orders', {
      '/api/user/waitlist': { places },
      '/api/user/orders': [],
      '/api/user/products/hoodie/waitlist': refusal(409, 'conflict'),
    });
    const leave = await screen.findByRole('button', { name: 'Leave the waiting list for Hoodie' });
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.compareDocumentPosition(leave) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    fireEvent.click(leave);
    expect(await screen.findByText(/^conflict at/)).toBeInTheDocument();
  });

  it("show no bar of an offer on its product's page, whatever its query is", async () => {
    const places = [{ ...waiting, rank: 0, offeredUntil: new Date(Date.now() + 61_000).toISOString() }];
    const { client } = given('/product?promoCode=SPRING&productId=hoodie', {
      '/api/user/waitlist': { places },
      ...SHOP,
    });
    await waitFor(() => expect(client.getQueryData(['places'])).toEqual(places));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: 'Slot offered to you' })).not.toBeInTheDocument();
  });

  it('hide the forwarding address without a mailbox and after the order has ended', async () => {
    given('/user/orders', { ...story, '/api/settings': SETTINGS, '/api/user/orders': [ORDER] });
    await screen.findByText('Pending');
    expect(screen.queryByText(/emails you a confirmation/)).not.toBeInTheDocument();
    cleanup();
    const ended = { ...ORDER, status: 'success', statusLabel: 'Success' };
    given('/user/orders', { ...story, ...inbound, '/api/user/orders': [ended] });
    await screen.findByText('Success');
    expect(screen.queryByText(/emails you a confirmation/)).not.toBeInTheDocument();
  });
});
