import { jest } from '@jest/globals';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { api } from '../../api/api.js';
import '../../../../test/fixtures/storefront/streams.js';
import { PRODUCT } from '../../../../test/fixtures/storefront/product.js';
import { createQueryClient } from '../../api/query-client.js';
import { DropFacts } from './drop-facts.js';
import { dropAfter, shopAfter, useStreamedDrop } from './live-drops.js';
import { NextRelease } from './next-release.js';
import { useLiveProduct, useProducts } from './products.js';

const T = Date.UTC(2026, 2, 6, 11);
const at = (ms: number) => new Date(T + ms).toISOString();
const DROP: PublicProduct = { ...PRODUCT, releaseAt: at(0), releaseTz: 'UTC', reservationClosesAt: at(0) };
const { productId } = DROP;

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a product with live events', () => {
  it('takes over slots, time and state', () => {
    const schedule = { productId, releaseAt: at(60_000), releaseTz: 'UTC', reservationClosesAt: at(0) };
    expect(dropAfter(DROP, { event: 'slots', data: { productId, reserved: 39, remaining: 1 } })).toMatchObject({
      reserved: 39,
      remaining: 1,
    });
    expect(dropAfter(DROP, { event: 'sold-out', data: { productId } }).remaining).toBe(0);
    expect(dropAfter(DROP, { event: 'moved', data: schedule }).releaseAt).toBe(at(60_000));
    const running = dropAfter(DROP, { event: 'started', data: { productId, startedAt: at(8), due: 3 } });
    expect(running.releaseStartedAt).toBe(at(8));
    const over = dropAfter(running, { event: 'finished', data: { productId, finishedAt: at(9_000) } });
    expect([over.releaseStartedAt, over.releaseFinishedAt]).toEqual([at(8), at(9_000)]);
  });

  it('ignores events of another product', () => {
    expect(dropAfter(DROP, { event: 'sold-out', data: { productId: 'cap' } })).toBe(DROP);
  });

  it('joins the list, changes in it and leaves it', () => {
    const cap = { ...DROP, productId: 'cap' };
    const both = shopAfter([DROP], { event: 'product', data: cap });
    expect(both.map((one) => one.productId)).toEqual(['cap', productId]);
    expect(shopAfter(both, { event: 'product', data: { ...cap, price: 1 } })[0]?.price).toBe(1);
    expect(shopAfter(both, { event: 'gone', data: { productId: 'cap' } })).toEqual([DROP]);
    expect(shopAfter([], { event: 'products', data: both })).toBe(both);
  });
});

function aServer(answers: Record<string, unknown>) {
  const requests: string[] = [];
  const encoder = new TextEncoder();
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  jest.spyOn(api, 'open').mockImplementation(async () => {
    const body = new ReadableStream<Uint8Array>({ start: (writer) => void writers.push(writer) });
    return { body } as Response;
  });
  jest.spyOn(api, 'get').mockImplementation(async (path: string) => {
    requests.push(path);
    return answers[path] as never;
  });
  const push = (event: string, data: unknown) =>
    act(async () => {
      for (const writer of writers) {
        writer.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      }
      await jest.advanceTimersByTimeAsync(1);
    });
  return { requests, push };
}

function Page() {
  const { data } = useLiveProduct(productId);
  return data ? <DropFacts product={data} /> : null;
}

function Listener() {
  return <p>{useStreamedDrop(productId)?.productTitle}</p>;
}

function Shop() {
  const { data } = useProducts();
  return data ? <NextRelease products={data} /> : null;
}

async function show(page: React.ReactNode) {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
    </MemoryRouter>,
  );
  await act(() => jest.advanceTimersByTimeAsync(1));
}

describe('the product page through a release', () => {
  it('shows the release, its progress and its end without a request', async () => {
    jest.useFakeTimers({ now: T - 2_500 });
    const { requests, push } = aServer({ '/api/products/hoodie': DROP });
    await show(<Page />);
    expect(screen.getByRole('timer')).toHaveTextContent('03Sec');
    await act(() => jest.advanceTimersByTimeAsync(2_600));
    expect(screen.getByText('Releasing now')).toBeVisible();
    expect(screen.getByText('The release is running. We are checking out now.')).toBeVisible();
    expect(screen.queryByRole('timer')).toBeNull();

    await push('started', { productId, startedAt: at(8), due: 560 });
    await push('progress', { productId, due: 560, attempted: 300, checkedOut: 212 });
    expect(screen.getByText(/of 560 checked out/)).toHaveTextContent('212 of 560 checked out');
    expect(screen.getByRole('progressbar', { name: 'Checked out' })).toHaveValue(212);
    await push('progress', { productId, due: 560, attempted: 560, checkedOut: 560 });
    await push('finished', { productId, finishedAt: at(9_000) });
    expect(screen.getByText(/^Released.*560 of 560 checked out$/)).toBeVisible();
    expect(screen.getByText('This drop is over.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(requests).toEqual(['/api/products/hoodie']);
  });
});

describe('a product that left the shop', () => {
  it('is requested once more, even with other subscribers of its stream', async () => {
    jest.useFakeTimers({ now: T - 60_000 });
    const { requests, push } = aServer({ '/api/products/hoodie': DROP });
    await show(
      <>
        <Page />
        <Listener />
      </>,
    );
    await push('gone', { productId });
    expect(requests).toEqual(['/api/products/hoodie', '/api/products/hoodie']);
  });
});

describe('the shop through a release', () => {
  it('shows the running release on top, then the next drop, and polls nothing', async () => {
    jest.useFakeTimers({ now: T - 1_000 });
    const later = { ...DROP, productId: 'cap', productTitle: 'Cap', releaseAt: at(3_600_000) };
    const { requests, push } = aServer({ '/api/products': [DROP, later] });
    await show(<Shop />);
    await push('products', [DROP, later]);
    expect(screen.getByRole('heading')).toHaveTextContent('Hoodie');
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('Releasing now')).toBeVisible();
    await push('progress', { productId, due: 4, attempted: 4, checkedOut: 4 });
    expect(screen.getByText(/of 4 checked out/)).toBeVisible();
    await push('finished', { productId, finishedAt: at(2_000) });
    expect(screen.getByRole('heading')).toHaveTextContent('Cap');
    expect(screen.getByText('Next release.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(requests).toEqual(['/api/products']);
  });
});
