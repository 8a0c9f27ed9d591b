import { jest } from '@jest/globals';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { ControlRoom, DropCheck } from '@supreme-access/contract/shapes/releases.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AuthProvider, DataProvider } from 'react-admin';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { SHELL } from '../../../test/fixtures/admin/product.js';
import { answerRequests } from '../../../test/fixtures/admin/requests.js';
import { ControlRoomPage } from './ControlRoomPage.js';

const ROOM: ControlRoom = {
  productId: 'p1',
  asOf: '2026-11-20T15:40:00.250Z',
  stock: 4,
  counts: [
    { state: 'reserved', count: 1 },
    { state: 'attempting', count: 0 },
    { state: 'bought', count: 1 },
    { state: 'charged', count: 1 },
    { state: 'not-bought', count: 0 },
    { state: 'refunded', count: 0 },
  ],
  cells: [
    { slot: 1, state: 'charged' },
    { slot: 2, state: 'bought' },
    { slot: 4, state: 'reserved' },
  ],
  steps: [
    { at: '2026-11-20T15:00:00.000Z', held: 1 },
    { at: '2026-11-20T15:20:00.000Z', held: 3 },
  ],
  answers: [
    { within: 100, bought: 2, refused: 1 },
    { within: null, bought: 0, refused: 0 },
  ],
};
const CHECK: DropCheck = {
  at: 'T-30m',
  checkedAt: '2026-11-20T15:30:05.000Z',
  releaseAt: SHELL.releaseAt,
  findings: [
    { check: 'retailer', level: 'ok', reason: null, count: null },
    { check: 'codes', level: 'red', reason: 'codes-gone', count: 1 },
  ],
};
const OLD: DropCheck = { ...CHECK, at: 'T-24h', checkedAt: '2026-11-19T16:00:00.000Z' };
const PARTNERS = ['retailer', 'stripe', 'mail'].map((partner) => ({
  partner,
  name: `The ${partner}`,
  isAway: partner === 'stripe',
  since: null,
  trouble: null,
  nextProbeAt: null,
  limit: 64,
}));

let speak: (text: string) => void;
let end: () => void;

interface Shown {
  product?: Partial<AdminProduct>;
  room?: ControlRoom;
  checks?: DropCheck[];
  mayWrite?: boolean;
}

function show({ product = {}, room = ROOM, checks = [CHECK], mayWrite = true }: Shown = {}) {
  answerRequests({ '/api/admin/system/partners': PARTNERS, '/api/time': { now: Date.parse(ROOM.asOf) } });
  const others = globalThis.fetch;
  globalThis.fetch = jest.fn(async (input: unknown, init?: RequestInit) => {
    if (!String(input).startsWith('/api/live')) return others(String(input), init);
    const body = new ReadableStream<Uint8Array>({
      start: (writer) => {
        speak = (text) => writer.enqueue(new TextEncoder().encode(text));
        end = () => writer.close();
      },
    });
    return { ok: true, body };
  }) as unknown as typeof fetch;
  const controlRoom = jest.fn(async () => room);
  const dataProvider = {
    getOne: async () => ({ data: { ...SHELL, ...product } }),
    dropChecks: async () => checks,
    controlRoom,
  } as unknown as DataProvider;
  const canAccess = async ({ action }: { action: string }) => mayWrite || action !== 'edit';
  const auth = { checkAuth: async () => {}, checkError: async () => {}, canAccess } as unknown as AuthProvider;
  const pages = { '/control-room/:id': <ControlRoomPage /> };
  openPage('/control-room/p1', pages, { authProvider: auth, dataProvider });
  return controlRoom;
}
const cells = () =>
  within(screen.getByRole('list', { name: 'Slots' }))
    .getAllByRole('listitem')
    .map((cell) => cell.getAttribute('aria-label'));

describe('the control room', () => {
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    Element.prototype.scrollIntoView = jest.fn();
    window.scrollTo = jest.fn() as unknown as typeof window.scrollTo;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it('shows each slot with number and word, the answers, and only the services of this drop', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Field Shell' })).toBeVisible();
    await screen.findByText('The stripe');
    expect(cells()).toEqual(['1 Charged', '2 Bought', '3 Free', '4 Reserved']);
    expect(screen.getByText('2 bought, 1 refused')).toBeVisible();
    expect(screen.getByRole('img', { name: /^3 of 4 slots are held/ })).toBeVisible();
    expect(screen.getByText('not responding')).toBeVisible();
    expect(screen.queryByText('The mail')).toBeNull();
  });

  it('reads its figures again when the stream tells of a change, and says so when the stream is away', async () => {
    const controlRoom = show();
    await screen.findByRole('list', { name: 'Slots' });
    // First, once the stream is open, and once more for what both topics missed.
    await waitFor(() => expect(controlRoom).toHaveBeenCalledTimes(3));
    controlRoom.mockResolvedValue({ ...ROOM, cells: [{ slot: 3, state: 'attempting' }] });
    await act(async () => speak('event: slots\ndata: {"productId":"p1","reserved":4,"remaining":0}\n\n'));
    await waitFor(() => expect(cells()).toEqual(['1 Free', '2 Free', '3 Attempting', '4 Free']));
    await act(async () => end());
    expect(await screen.findByRole('status')).toHaveTextContent(/^The live connection was lost/);
  });

  it('draws bars instead of more cells than fit, and keeps the lights dark until 30 minutes before', async () => {
    show({ room: { ...ROOM, stock: 5_000, cells: null }, checks: [OLD] });
    const states = await screen.findByRole('list', { name: 'Slots by state' });
    expect(within(states).getAllByRole('listitem')[2]).toHaveTextContent('Bought1');
    expect(screen.queryByRole('list', { name: 'Slots' })).toBeNull();
    expect(await screen.findByText(/^The lights come on at/)).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Lights' })).toBeNull();
  });

  it('lights the checks from 30 minutes before the release, and says what is wrong', async () => {
    show({ checks: [CHECK, OLD] });
    const lights = await screen.findByRole('list', { name: 'Lights' });
    expect(within(lights).getByText('Not ready')).toBeVisible();
    expect(screen.getByText(/1 order has no security code/)).toBeVisible();
  });

  it('asks by key what the buttons ask, unless it is refused', async () => {
    show({ product: { refusals: { cancel: 'The release has started.' } } });
    await screen.findByRole('button', { name: 'Release now' });
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(await screen.findByRole('dialog', { name: 'Release Field Shell now?' })).toBeVisible();
  });

  it('goes to a part by its number, offers nothing to who only reads, and returns to where it was scrolled', async () => {
    Object.defineProperty(window, 'scrollY', { value: 640, configurable: true });
    sessionStorage.setItem('control-room-scroll', '120');
    show({ mayWrite: false });
    await screen.findByRole('list', { name: 'Slots' });
    await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 120));
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('control-room-scroll')).toBe('640');
    fireEvent.keyDown(document.body, { key: '3' });
    expect(screen.getByRole('region', { name: 'Checks' })).toHaveFocus();
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Release now' })).toBeNull();
  });
});
