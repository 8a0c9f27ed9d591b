import { jest } from '@jest/globals';
import type { Order } from '@supreme-access/contract/shapes/orders.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { api } from '../../api/api.js';
import { createQueryClient } from '../../api/query-client.js';
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
  return <p>{data.map(({ orderId }) => orderId).join(' ')}</p>;
}

/** A server that has these orders, and a stream that is written to here. */
async function shown(orders: Order[]) {
  jest.useFakeTimers();
  const encoder = new TextEncoder();
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  jest.spyOn(api, 'open').mockImplementation(async (path: string) => {
    const body = new ReadableStream<Uint8Array>({
      start: (writer) => void (path.includes('orders') && writers.push(writer)),
    });
    return { body } as Response;
  });
  const asked = jest.spyOn(api, 'get').mockImplementation(async () => [...orders] as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <List />
    </QueryClientProvider>,
  );
  await act(() => jest.advanceTimersByTimeAsync(10));
  const tell = ({ orderId, status, stamps }: Order, again?: true) =>
    act(async () => {
      const data = JSON.stringify({ orderId, status, stamps, at: '2026-03-06T11:05:00.000Z', again });
      for (const writer of writers) writer.enqueue(encoder.encode(`event: order\ndata: ${data}\n\n`));
      await jest.advanceTimersByTimeAsync(10);
    });
  return { asked, tell };
}

describe("a shopper's orders", () => {
  it('have a new one as soon as it is told of, without a reload', async () => {
    const orders = [OLD];
    const { tell } = await shown(orders);
    expect(screen.getByText('old')).toBeVisible();
    orders.push(NEW);
    await tell(NEW);
    expect(screen.getByText('new old')).toBeVisible();
  });

  it('are not asked for again when a stream that opens tells what is known', async () => {
    const { asked, tell } = await shown([OLD]);
    const before = asked.mock.calls.length;
    await tell(OLD, true);
    expect(asked.mock.calls.length).toBe(before);
  });

  it('are asked for again when something has happened that changes no status', async () => {
    const { asked, tell } = await shown([OLD]);
    const before = asked.mock.calls.length;
    await tell(OLD);
    expect(asked.mock.calls.length).toBeGreaterThan(before);
  });
});
