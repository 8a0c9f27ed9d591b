import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { AcoInput } from '@supreme-access/contract/sealing.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';

// jsdom lacks WebCrypto, and TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
let sealed = 0;
jest.unstable_mockModule('../../api/jwe.js', () => ({ encryptFor: async () => `sealed ${++sealed}` }));
const { usePurchase } = await import('./purchase.js');

const RESERVATION = {
  limit: null,
  codeless: true,
  productId: 'hoodie',
  name: 'Mira Okafor',
  email: 'mira@example.com',
  aco: {} as AcoInput,
};
const NO_TEXT = {};
const UNKNOWN = { success: false, error: 'Nobody knows.', code: 'card-unknown' };
const DONE = { success: true, order: { orderId: 'order-1' }, link: 'https://shop.test/action/signed' };

function given(...replies: object[]) {
  const sent: { key: string; body: { stripeToken: string; acoDataPayload: string } }[] = [];
  const fetched = async (_url: unknown, { headers, body }: RequestInit = {}) => {
    sent.push({ key: (headers as Record<string, string>)['Idempotency-Key'] ?? '', body: JSON.parse(String(body)) });
    const reply = replies.shift() ?? DONE;
    return {
      ok: reply === DONE,
      status: reply === DONE ? 200 : reply === UNKNOWN ? 503 : 500,
      headers: new Map(),
      text: async () => JSON.stringify(reply),
    };
  };
  Object.assign(globalThis, { fetch: fetched });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePurchase(), { wrapper });
  const press = (token: string, typing: string) =>
    act(() => result.current({ ...RESERVATION, card: { token, typing } }));
  return { sent, press };
}

describe("a purchase with a card in Stripe's fields and an unknown outcome", () => {
  it('is repeated unchanged for the same card, although it has another token', async () => {
    const { sent, press } = given(UNKNOWN, UNKNOWN, UNKNOWN);
    expect(await press('tok_1', 'first')).toEqual({ ok: false, message: 'Nobody knows.', about: 'card' });
    expect(await press('tok_2', 'first')).toMatchObject({ ok: true });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
  });

  it('is another one once another card was typed', async () => {
    const { sent, press } = given(UNKNOWN, UNKNOWN, UNKNOWN);
    await press('tok_1', 'first');
    expect(await press('tok_2', 'second')).toMatchObject({ ok: true });
    expect(sent.at(-1)?.body.stripeToken).toBe('tok_2');
    expect(sent.at(-1)?.key).not.toBe(sent[0]?.key);
  });
});

describe('a purchase that failed', () => {
  it("shows 'Error checking out.' when the server has no text", async () => {
    const { press } = given(NO_TEXT);
    expect(await press('tok_1', 'first')).toEqual({ ok: false, message: 'Error checking out.', about: 'order' });
  });

  it("shows the server's own text", async () => {
    const { press } = given({ success: false, error: 'Reservations are closed.', code: 'reservations-closed' });
    expect(await press('tok_1', 'first')).toMatchObject({ message: 'Reservations are closed.', about: 'order' });
  });
});
