import { jest } from '@jest/globals';
import type { Moment, SlotHistory } from '@supreme-access/contract/shapes/audit.js';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { openPage } from '../../../test/fixtures/admin/page.js';
import { verdictOn } from './SlotPicture.js';
import { TimeTravelPage } from './TimeTravelPage.js';

const AT = '2026-11-20T11:00:03.120Z';
const requests: string[] = [];
const realFetch = globalThis.fetch;

const moment = (revision: number): Moment => ({
  kind: 'orders',
  id: 'o-1',
  stream: 'order-o-1',
  revision,
  lastRevision: 4,
  at: AT,
  event: {
    position: 40 + revision,
    eventId: `e-${revision}`,
    stream: 'order-o-1',
    revision,
    type: 'FeeCharged',
    at: AT,
    actor: { kind: 'worker', id: 'charge-fee' },
    correlationId: 'c-1',
    data: {},
  },
  state: { charged: { amount: 3_500 }, price: 3_500 },
  shortened: [],
  changes: [{ path: 'charged', kind: 'changed', before: null, after: { amount: 3_500 } }],
  changesCut: false,
  shown: { status: 'success', statusNote: 'Bought.' },
  story: [],
  steps: [{ revision, position: 40 + revision, type: 'FeeCharged', at: AT }],
});

beforeEach(() => {
  requests.length = 0;
  globalThis.fetch = jest.fn(async (input: unknown) => {
    const url = new URL(String(input), 'http://localhost');
    requests.push(url.search);
    const revision = url.searchParams.get('revision');
    const isWrong = revision === '99';
    const refusal = { success: false, error: 'Its last event has revision 4.', code: 'no-such-moment' };
    const body = isWrong ? refusal : moment(revision === null ? 4 : Number(revision));
    const text = async () => JSON.stringify(body);
    return { ok: !isWrong, status: isWrong ? 404 : 200, statusText: '', headers: new Headers(), text };
  }) as unknown as typeof fetch;
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

function show(path: string) {
  return openPage(path, { '/time-travel/:kind/:id': <TimeTravelPage /> });
}

describe('time travel', () => {
  it.each(['orders', 'products', 'accounts', 'promos'])('of %s links to the page of the current record', (kind) => {
    show(`/time-travel/${kind}/FOREST`);
    expect(screen.getByRole('link', { name: 'Current state' })).toHaveAttribute('href', `/${kind}/FOREST/show`);
  });

  it("shows what an event changed, in words, the page's answer, and the state", async () => {
    show('/time-travel/orders/o-1?revision=3');
    expect(await screen.findByText('Event 3 of 4: Fee charged')).toBeVisible();
    expect(screen.getByRole('list', { name: 'What changed' })).toHaveTextContent(/Changed charged/);
    expect(screen.getAllByText('Changed:')).toHaveLength(1);
    expect(screen.getByText('Bought.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open event' })).toHaveAttribute('href', '/events/43');
  });

  it('steps by buttons and by arrow keys', async () => {
    const user = show('/time-travel/orders/o-1');
    await user.click(await screen.findByRole('button', { name: '← Earlier' }));
    expect(await screen.findByText('Event 3 of 4: Fee charged')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(await screen.findByText('Event 2 of 4: Fee charged')).toBeVisible();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('Event 3 of 4: Fee charged')).toBeVisible();
    expect(requests).toEqual(['', '?revision=3', '?revision=2']);
  });

  it('plays one event a step, each after the one before is shown, and stops at the last', async () => {
    jest.useFakeTimers();
    // What a timer sets off is rendered, asked for and rendered again.
    const pass = async (ms: number) => {
      for (const part of [ms, 10, 10]) await act(() => jest.advanceTimersByTimeAsync(part));
    };
    try {
      show('/time-travel/orders/o-1?revision=2');
      await pass(10);
      fireEvent.click(screen.getByRole('button', { name: 'Play' }));
      await pass(1_010);
      expect(screen.getByText('Event 3 of 4: Fee charged')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
      await pass(1_010);
      expect(screen.getByText('Event 4 of 4: Fee charged')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Play' })).toBeVisible();
      await pass(5_000);
      expect(requests).toEqual(['?revision=2', '?revision=3', '?revision=4']);
    } finally {
      jest.useRealTimers();
    }
  });

  it("sends the shop's page in the frame the moment once it listens", async () => {
    show('/time-travel/orders/o-1?revision=3');
    const frame = await screen.findByTitle<HTMLIFrameElement>("The shopper's screen at that second");
    expect(new URL(frame.src).pathname).toBe('/then');
    const sent = jest.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(() => undefined);
    const ready = { data: { thenHeight: 640 }, origin: location.origin, source: frame.contentWindow };
    act(() => void window.dispatchEvent(new MessageEvent('message', ready)));
    const { at, shown, story } = moment(3);
    expect(sent).toHaveBeenCalledWith({ kind: 'orders', at, shown, story }, location.origin);
    expect(frame.style.height).toBe('640px');
    sent.mockRestore();
  });

  it('goes to an instant', async () => {
    const user = show('/time-travel/orders/o-1');
    await user.click(await screen.findByRole('button', { name: 'Go' }));
    await waitFor(() => expect(requests.at(-1)).toBe(`?at=${encodeURIComponent(AT)}`));
  });

  it('shows why there is no state', async () => {
    show('/time-travel/orders/o-1?revision=99');
    expect(await screen.findByRole('alert')).toHaveTextContent('Its last event has revision 4.');
  });

  it('has no page for records without a history', async () => {
    show('/time-travel/mails/1');
    expect(await screen.findByText('This page does not exist in the admin.')).toBeVisible();
  });
});

describe('the sentence below the chart of slots', () => {
  const history: SlotHistory = {
    productId: 'p',
    productTitle: 'Box Hoodie',
    revisions: 3,
    mostActive: 2,
    oversoldAt: null,
    points: [{ revision: 2, at: AT, active: 2, stock: 2 }],
  };

  it('says that the drop was never oversold, or from which event it was', () => {
    expect(verdictOn(history)).toMatch(/^Never oversold: 3 events checked/);
    expect(verdictOn({ ...history, revisions: 1 })).toMatch(/^Never oversold: 1 event checked/);
    expect(verdictOn({ ...history, mostActive: 3, oversoldAt: 2 })).toMatch(/^OVERSOLD: after event 2, /);
  });
});
