import { jest } from '@jest/globals';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ReleaseOutcome } from '@supreme-access/contract/shapes/releases.js';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, type AuthProvider, type DataProvider, ResourceContextProvider } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { useLiveSlots } from './live-slots.js';
import { ProductCreate } from './ProductForms.js';
import { ProductShow } from './ProductShow.js';

const HOLDER = {
  id: 'o-1',
  orderId: 'o-1',
  name: 'A. L.',
  email: 'a***@example.com',
  size: 'm',
  style: 'Black',
  status: 'pending',
  slotNumber: 4,
  totalStock: 20,
} as AdminOrder;

const OUTCOME: ReleaseOutcome = {
  productId: 'p1',
  productTitle: 'Field Shell',
  releaseAt: '2026-11-20T16:00:00.000Z',
  startedAt: '2026-11-20T16:00:00.012Z',
  finishedAt: null,
  due: 20,
  started: 20,
  bought: 17,
  nextSize: 1,
  soldOut: 3,
  overLimit: 0,
  unknown: 0,
  charged: 17,
  declined: 0,
  firstAfter: 21,
  lastAfter: 90,
  answerP50: 40,
  answerP95: 300,
};

type Lists = (resource: string, params: unknown) => Promise<{ data: AdminOrder[]; total: number }>;
const realFetch = globalThis.fetch;
type Writer = ReadableStreamDefaultController<Uint8Array>;
let writers: Writer[];
const speak = (text: string) => {
  for (const writer of writers) writer.enqueue(new TextEncoder().encode(text));
};

beforeEach(() => {
  writers = [];
  globalThis.fetch = jest.fn(async (input: unknown) => {
    if (!String(input).startsWith('/api/live'))
      return { ok: true, headers: new Headers(), text: async () => '{"now":0}' };
    const body = new ReadableStream({ start: (writer: Writer) => void writers.push(writer) });
    return { ok: true, body };
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

function show(product: AdminProduct = SHELL, mayWrite = true, came: ReleaseOutcome = OUTCOME) {
  const getManyReference = jest.fn<Lists>().mockResolvedValue({ data: [HOLDER], total: 31 });
  const outcome = jest.fn(async () => came);
  const dataProvider = {
    getOne: async () => ({ data: product }),
    getManyReference,
    outcome,
  } as unknown as DataProvider;
  const canAccess = async ({ action }: { action: string }) => mayWrite || action !== 'edit';
  const authProvider = { checkAuth: async () => {}, checkError: async () => {}, canAccess } as unknown as AuthProvider;
  render(
    <MemoryRouter initialEntries={['/products/p1/show']}>
      <AdminContext dataProvider={dataProvider} authProvider={authProvider}>
        <ResourceContextProvider value="products">
          <Routes>
            <Route path="/products/:id/show" element={<ProductShow />} />
            <Route path="/products/create" element={<ProductCreate />} />
          </Routes>
        </ResourceContextProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  return { getManyReference, outcome, user: userEvent.setup() };
}

const meter = () => screen.getByRole('meter', { name: 'Slots reserved' });

describe('the page of a product', () => {
  it('shows live slots without a request', async () => {
    show();
    await screen.findByRole('heading', { name: 'Field Shell' });
    expect(meter()).toHaveAttribute('aria-valuenow', '3');
    await act(async () => speak('event: slots\ndata: {"productId":"p1","reserved":5,"remaining":15}\n\n'));
    expect(meter()).toHaveAttribute('aria-valuenow', '5');
  });

  it('shows the outcome of its release, live while it runs', async () => {
    const outcome = { ...OUTCOME, finishedAt: '2026-11-20T16:03:00.000Z' };
    show({ ...SHELL, releaseStartedAt: OUTCOME.startedAt, releaseFinishedAt: outcome.finishedAt }, true, outcome);
    expect(await screen.findByRole('heading', { name: 'Outcome' })).toBeVisible();
    expect(screen.getByText('Bought').nextSibling).toHaveTextContent('17');
    const releases = [{ ...OUTCOME, bought: 16, finishedAt: null }];
    await act(async () => speak(`event: releases\ndata: ${JSON.stringify({ releases })}\n\n`));
    expect(screen.getByRole('heading', { name: 'Releasing now' })).toBeVisible();
    expect(screen.getByText('Bought').nextSibling).toHaveTextContent('16');
  });

  it('asks for the outcome again once the stream tells of it no more', async () => {
    const { outcome } = show({ ...SHELL, releaseStartedAt: OUTCOME.startedAt });
    await screen.findByRole('heading', { name: 'Releasing now' });
    const tell = (releases: ReleaseOutcome[]) =>
      act(async () => speak(`event: releases\ndata: ${JSON.stringify({ releases })}\n\n`));
    const over = { ...OUTCOME, bought: 16, finishedAt: '2026-11-20T16:03:00.000Z' };
    outcome.mockResolvedValue(over);
    await tell([over]);
    expect(screen.getByText('Bought').nextSibling).toHaveTextContent('16');
    await tell([]);
    expect(await screen.findByRole('heading', { name: 'Outcome' })).toBeVisible();
    expect(screen.getByText('Bought').nextSibling).toHaveTextContent('16');
  });

  it('shows the slots of another product after navigation', async () => {
    const { rerender } = renderHook(useLiveSlots, { initialProps: SHELL });
    await act(async () => {});
    rerender({ ...SHELL, productId: 'p2' });
    await act(async () => {});
    const requests = jest.mocked(globalThis.fetch).mock.calls.map(([url, init]) => [url, init?.signal?.aborted]);
    expect(requests).toEqual([
      ['/api/live?topics=product%253Ap1', true],
      ['/api/live?topics=product%253Ap2', false],
    ]);
  });

  it('asks for the outcome of a release that runs while the stream is away', async () => {
    const { outcome } = show({ ...SHELL, releaseStartedAt: OUTCOME.startedAt });
    await screen.findByRole('heading', { name: 'Releasing now' });
    await act(async () =>
      speak(`event: releases\ndata: ${JSON.stringify({ releases: [{ ...OUTCOME, bought: 16 }] })}\n\n`),
    );
    expect(screen.getByText('Bought').nextSibling).toHaveTextContent('16');
    outcome.mockResolvedValue({ ...OUTCOME, bought: 19 });
    await act(async () => {
      for (const writer of writers) writer.close();
    });
    await waitFor(() => expect(screen.getByText('Bought').nextSibling).toHaveTextContent('19'));
  });

  it('requests no outcome before the release', async () => {
    const { outcome } = show();
    await screen.findByRole('heading', { name: 'Field Shell' });
    expect(outcome).not.toHaveBeenCalled();
    expect(screen.queryByRole('heading', { name: 'Outcome' })).toBeNull();
  });

  it('lists holders in the order of their slots, with links to their orders', async () => {
    const { getManyReference } = show();
    const holder = await screen.findByRole('link', { name: /A\. L\./ });
    expect(holder).toHaveAttribute('href', '/orders/o-1/show');
    for (const text of ['a***@example.com', 'M, Black', /Pending/]) expect(holder).toHaveTextContent(text);
    expect(getManyReference).toHaveBeenCalledWith(
      'orders',
      expect.objectContaining({
        target: 'productId',
        id: 'p1',
        sort: { field: 'slotNumber', order: 'ASC' },
        pagination: { page: 1, perPage: 10 },
        filter: expect.objectContaining({ livemode: true, status: expect.not.arrayContaining(['withdrawn']) }),
      }),
    );
  });

  it("links to the shop's page", async () => {
    show();
    const preview = await screen.findByRole('link', { name: 'Preview' });
    expect([preview.getAttribute('href'), preview.getAttribute('target')]).toEqual(['/product?productId=p1', '_blank']);
  });

  it('shows why an action is refused', async () => {
    show({ ...SHELL, refusals: { release: 'The release of this product has started.', cancel: 'It has started.' } });
    const release = await screen.findByRole('button', { name: 'Release now' });
    expect(release).toHaveAttribute('aria-disabled', 'true');
    expect(release).toHaveAccessibleDescription('The release of this product has started.');
  });

  it('duplicates a drop into a new form without its times and slots', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('link', { name: 'Duplicate' }));
    expect(await screen.findByRole('heading', { name: 'Create Product' })).toBeVisible();
    const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
    expect([value(/^Product Title/), value(/^Price/), value(/^Total Stock/), value(/^Styles/)]).toEqual([
      'Field Shell',
      '25',
      '20',
      'Black, Bone',
    ]);
    expect([value(/^Release/), value(/^Reservations close/)]).toEqual(['', '']);
    expect(screen.getAllByLabelText('Alt text')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Add a picture by its URL' }));
    expect(screen.getAllByLabelText('Alt text')).toHaveLength(2);
  });

  it('offers an auditor the holders and the preview, and no commands', async () => {
    show(SHELL, false);
    await screen.findByRole('link', { name: /A\. L\./ });
    await screen.findByRole('link', { name: 'Preview' });
    for (const name of ['Release now', 'Edit', 'Cancel drop', 'Delete']) {
      expect([name, screen.queryByRole('button', { name })]).toEqual([name, null]);
    }
    expect(screen.queryByRole('link', { name: 'Duplicate' })).toBeNull();
  });
});
