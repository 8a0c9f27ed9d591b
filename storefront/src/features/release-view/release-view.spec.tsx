import { jest } from '@jest/globals';
import type { Order, OrderStamp } from '@supreme-access/contract/shapes/orders.js';
import { type StampKind, stamp } from '@supreme-access/contract/ticket.js';
import { act, screen, within } from '@testing-library/react';
import { type Answers, given, ORDER, SESSION } from '../../../../test/fixtures/storefront/app.js';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { HELD } from './landing.js';

const NOW = Date.UTC(2026, 2, 6, 10, 58, 30);
const RELEASE = NOW + 90_000;
const HELD_SLOT: Order = { ...ORDER, releaseAt: new Date(RELEASE).toISOString() };
const stamped = (...kinds: StampKind[]): OrderStamp[] => kinds.map((kind) => stamp(kind, new Date(NOW).toISOString()));

beforeEach(() => {
  localStorage.setItem('user', JSON.stringify(SESSION));
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
});
afterEach(() => jest.useRealTimers());

const stage = () => screen.findByRole('region', { name: ORDER.productTitle });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function watched() {
  const answers: Answers = { '/api/user/orders/': [], '/api/user/orders': [HELD_SLOT] };
  const { client } = given('/user/orders', answers);
  await screen.findByText('Pending');
  return {
    async finish(releaseFinishedAt: string) {
      await act(async () => client.setQueryData(['product', ORDER.productId], { ...PRODUCT, releaseFinishedAt }));
    },
    async becomes(changes: Partial<Order>) {
      const order = { ...HELD_SLOT, ...changes };
      answers['/api/user/orders'] = [order];
      await act(async () => client.setQueryData(['orders'], [order]));
    },
  };
}

describe('the orders page', () => {
  it('counts a held slot down on its ticket', async () => {
    await watched();
    expect(screen.getByRole('timer', { name: 'Departs in 1 minute' })).toHaveTextContent('Departs in 00:01:30');
    expect(screen.queryByRole('region', { name: ORDER.productTitle })).not.toBeInTheDocument();
  });

  it("becomes the release view a minute before, in the tab's title and for screen readers too", async () => {
    await watched();
    await pass(31_000);
    const here = within(await stage());
    expect(here.getByRole('article', { name: `Ticket for ${ORDER.productTitle}` })).toBeInTheDocument();
    expect(here.getByRole('timer', { name: /^Departs in/ })).toBeInTheDocument();
    expect(here.getByText(`The release of ${ORDER.productTitle} starts in less than a minute.`)).toBeInTheDocument();
    expect(document.title).toBe(`Departs in a minute: ${ORDER.productTitle}`);
  });

  it('shows a ticket once, and in the list again after the release view is closed', async () => {
    const { becomes } = await watched();
    const tickets = () => screen.getAllByRole('article', { name: `Ticket for ${ORDER.productTitle}` });
    await pass(31_000);
    const here = within(await stage());
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeInTheDocument();
    expect(tickets()).toHaveLength(1);
    await becomes({ status: 'fail', stamps: stamped('reserved', 'closed') });
    await pass(4 * HELD);
    act(() => here.getByRole('button', { name: 'Done' }).click());
    expect(tickets()).toHaveLength(1);
  });

  it('ends the release view of a release that was moved', async () => {
    const { becomes } = await watched();
    await pass(31_000);
    await stage();
    await becomes({ releaseAt: new Date(RELEASE + 86_400_000).toISOString() });
    await pass(1);
    expect(screen.queryByRole('region', { name: ORDER.productTitle })).not.toBeInTheDocument();
    expect(document.title).not.toContain('Departs in a minute');
  });

  it('needs no request to know that the release runs', async () => {
    await watched();
    await pass(91_000);
    const here = within(await stage());
    expect(here.getByText('Releasing now')).toBeInTheDocument();
    expect(document.title).toBe(`Checking out: ${ORDER.productTitle}`);
  });

  it('polls the outcome while the tab is hidden and has no stream', async () => {
    const { becomes } = await watched();
    await pass(31_000);
    await stage();
    await becomes({ status: 'pending' });
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const fetched = jest.mocked(globalThis.fetch);
    const requests = () => fetched.mock.calls.filter(([url]) => url === '/api/user/orders').length;
    const before = requests();
    await pass(15_000);
    expect(requests()).toBe(before + 1);
    visibility.mockRestore();
    await pass(15_000);
    expect(requests()).toBe(before + 1);
  });

  it('reports the end of the release, and dismisses a ticket whose outcome is unknown', async () => {
    const { becomes, finish } = await watched();
    await pass(91_000);
    const here = within(await stage());
    await becomes({ status: 'processing', stamps: stamped('reserved') });
    await finish(new Date(RELEASE + 9_000).toISOString());
    await pass(1);
    expect(here.queryByText('Releasing now')).not.toBeInTheDocument();
    expect(here.getAllByText(/We are still waiting for the retailer's answer/)).toHaveLength(2);
    expect(document.title).toBe(`Waiting for the retailer: ${ORDER.productTitle}`);
    act(() => here.getByRole('button', { name: 'Done' }).click());
    expect(screen.queryByRole('region', { name: ORDER.productTitle })).not.toBeInTheDocument();
  });

  it.each<[string, Partial<Order>, string]>([
    ['success', { status: 'success', stamps: stamped('reserved', 'checked-out', 'charged') }, 'Yours.'],
    [
      'the next size',
      { status: 'success', boughtSize: 'l', boughtStyle: 'Black', stamps: stamped('reserved', 'next-size', 'charged') },
      'Yours, in L, Black.',
    ],
    [
      'what only the shopper can do',
      {
        status: 'action_required',
        boughtSize: 'm',
        boughtStyle: 'Black',
        stamps: stamped('reserved', 'checked-out', 'action-needed'),
      },
      'We got it. Your fee payment failed.',
    ],
    [
      'the fee to be paid, as live news has it before what was bought',
      { status: 'action_required', stamps: stamped('reserved', 'checked-out', 'action-needed') },
      'We got it. Your fee payment failed.',
    ],
    [
      'what only the shopper can do at the shop, whose link has expired',
      { status: 'action_required', stamps: stamped('reserved', 'your-turn') },
      'Finish your checkout at the retailer.',
    ],
    ['nothing', { status: 'fail', stamps: stamped('reserved', 'closed') }, 'Not this time.'],
  ])('ends with %s, once the last stamp has landed', async (_, changes, title) => {
    const { becomes } = await watched();
    await pass(91_000);
    const here = within(await stage());
    const sizeOnTicket = () => here.getByText('Size').nextElementSibling?.textContent;
    await becomes(changes);
    expect(here.queryByRole('heading', { name: title })).not.toBeInTheDocument();
    expect(sizeOnTicket()).toBe('M');
    expect(document.title).toBe(`Checking out: ${ORDER.productTitle}`);
    expect(here.getByText(/^The release of .* is running/)).toBeInTheDocument();
    for (let stamps = 0; stamps < 4; stamps += 1) await pass(HELD);
    expect(here.getByRole('heading', { name: title })).toBeInTheDocument();
    expect(sizeOnTicket()).toBe(changes.boughtSize === 'l' ? 'L' : 'M');
    expect(here.queryByRole('button', { name: 'Pay the Fee' }) !== null).toBe(title.startsWith('We got it'));
    expect(document.title).toBe(`${title} ${ORDER.productTitle}`);
    act(() => here.getByRole('button', { name: 'Done' }).click());
    expect(screen.queryByRole('region', { name: ORDER.productTitle })).not.toBeInTheDocument();
    expect(document.title).toBe('Supreme Access | Orders');
  });
});
