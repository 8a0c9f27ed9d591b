import { jest } from '@jest/globals';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { api } from '../../api/api.js';
import { createQueryClient } from '../../api/query-client.js';
import '../../../../test/fixtures/storefront/streams.js';
import { useOrders } from './orders.js';

const OLD = {
  orderId: 'old',
  orderDate: '2026-03-06T11:00:00.000Z',
  status: 'pending',
  stamps: [],
} as unknown as Order;
const NEW = { ...OLD, orderId: 'new', orderDate: '2026-03-06T11:05:00.000Z' };

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function List() {
  const { data = [] } = useOrders();
  return (
    <p>
      {data.map(({ orderId }) => orderId).join(' ')}
      <time>{data[0]?.releaseAt}</time>
    </p>
  );
}

async function shown(orders: Order[]) {
  jest.useFakeTimers();
  const encoder = new TextEncoder();
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const ofShop: ReadableStreamDefaultController<Uint8Array>[] = [];
  jest.spyOn(api, 'open').mockImplementation(async (path: string) => {
    const body = new ReadableStream<Uint8Array>({
      start: (writer) => {
        if (path.includes('orders')) writers.push(writer);
        if (path.includes('shop')) ofShop.push(writer);
      },
    });
    return { body } as Response;
  });
  const requests = jest.spyOn(api, 'get').mockImplementation(async () => [...orders] as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <List />
    </QueryClientProvider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(10));
  const push = ({ orderId, status, stamps }: Order, again?: true) =>
    act(async () => {
      const data = JSON.stringify({ orderId, status, stamps, at: '2026-03-06T11:05:00.000Z', again });
      for (const writer of writers) writer.enqueue(encoder.encode(`event: order\ndata: ${data}\n\n`));
      await jest.advanceTimersByTimeAsync(10);
    });
  const pushSchedule = (schedule: object) =>
    act(async () => {
      for (const writer of ofShop)
        writer.enqueue(encoder.encode(`event: scheduled\ndata: ${JSON.stringify(schedule)}\n\n`));
      await jest.advanceTimersByTimeAsync(10);
    });
  return { requests, push, pushSchedule };
}

describe("a shopper's orders", () => {
  it('include a new order as soon as its event arrives', async () => {
    const orders = [OLD];
    const { push } = await shown(orders);
    expect(screen.getByText('old')).toBeVisible();
    orders.push(NEW);
    await push(NEW);
    expect(screen.getByText('new old')).toBeVisible();
  });

  it('are not refetched when a new stream repeats what is cached', async () => {
    const { requests, push } = await shown([OLD]);
    const before = requests.mock.calls.length;
    await push(OLD, true);
    expect(requests.mock.calls.length).toBe(before);
  });

  it('are refetched when a new stream says what is not cached', async () => {
    const { requests, push } = await shown([OLD]);
    const before = requests.mock.calls.length;
    await push({ ...OLD, status: 'success' }, true);
    expect(requests.mock.calls.length).toBeGreaterThan(before);
  });

  it('are refetched after an event that changes no status', async () => {
    const { requests, push } = await shown([OLD]);
    const before = requests.mock.calls.length;
    await push(OLD);
    expect(requests.mock.calls.length).toBeGreaterThan(before);
  });

  it('keep a new release time that arrives while an older answer is on its way', async () => {
    const releaseAt = '2026-03-07T11:00:00.000Z';
    const order = { ...OLD, productId: 'hoodie', releaseAt: null } as unknown as Order;
    const { requests, push, pushSchedule } = await shown([order]);
    let answer = (_orders: Order[]) => {};
    requests.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve as typeof answer)));
    requests.mockImplementation(async () => [{ ...order, releaseAt }] as never);
    await push(order);
    await pushSchedule({ productId: 'hoodie', releaseAt, releaseTz: 'UTC', reservationClosesAt: releaseAt });
    await act(async () => {
      answer([order]);
      await jest.advanceTimersByTimeAsync(10);
    });
    expect(screen.getByText(releaseAt)).toBeVisible();
  });
});
