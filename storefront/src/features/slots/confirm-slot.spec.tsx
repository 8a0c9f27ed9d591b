import { TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import type { ProfileView } from '@supreme-access/contract/shapes/people.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

// jsdom lacks TextEncoder, which the router needs.
Object.assign(globalThis, { TextEncoder });
const { MemoryRouter, useLocation } = await import('react-router-dom');
const { createIntents } = await import('../../api/intent.js');
const { ConfirmSlot } = await import('./confirm-slot.js');
const { useLimit } = await import('./limit-field.js');

const PRODUCT = {
  productId: 'hoodie',
  productTitle: 'Hoodie',
  price: 35,
  currency: 'usd',
  totalStock: 40,
} as PublicProduct;
const PROFILE = { profileId: 'profile-1', profileName: '', poBox: true, card: { codeOnFile: true } } as ProfileView;
const ORDER = { orderId: 'order-1', price: 29.75, productTitle: 'Hoodie', style: 'Ink', slotNumber: 28 };

type Reply = [status: number, body: unknown];

function Where() {
  return <p data-testid="where">{useLocation().pathname}</p>;
}

function given(...replies: (Reply | Promise<Reply>)[]) {
  return givenOf(PRODUCT, ...replies);
}
function givenOf(product: PublicProduct, ...replies: (Reply | Promise<Reply>)[]) {
  const client = new QueryClient();
  const fetched = jest.fn(async (_url: unknown, _init?: RequestInit) => {
    const [status, body] = (await replies.shift()) ?? [500, {}];
    return { ok: status < 400, status, headers: new Map(), text: async () => JSON.stringify(body) };
  });
  Object.assign(globalThis, { fetch: fetched });
  const late = jest.fn();
  const send = createIntents();
  const dialog = (profile: ProfileView) => (
    <ConfirmSlot
      product={product}
      choice={{ size: 'm', style: 'Ink', profile }}
      goesTo="/user/orders"
      send={send}
      onClose={() => show(null)}
      onLate={late}
    />
  );
  const page = (shown: ReactNode) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/shop']}>
        {shown}
        <Where />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const { rerender } = render(page(dialog(PROFILE)));
  const show = (profile: ProfileView | null) => rerender(page(profile && dialog(profile)));
  const sent = () =>
    fetched.mock.calls.flatMap(([, init]) => (init?.body === undefined ? [] : [JSON.parse(String(init.body))]));
  const keys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  return { late, show, keys, sent, client };
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
}

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe("'Confirm Slot.'", () => {
  it('says what is agreed to, warns of a PO box and repeats the promise', () => {
    given();
    expect(screen.getByRole('dialog', { name: 'Confirm Slot.' })).toBeInTheDocument();
    expect(screen.getByText(/we buy the next available one/)).toBeInTheDocument();
    expect(screen.getByText(/PO boxes get no refund/)).toBeInTheDocument();
    expect(screen.getByText("Your card won't be charged till after success.")).toBeInTheDocument();
  });

  it("secures the slot, shows the ticket with the server's number and price, and leaves after four seconds", async () => {
    const { sent } = given([200, { success: true, order: ORDER }]);
    await press('Secure Now');
    expect(sent()[0]).toEqual({ productId: 'hoodie', style: 'Ink', size: 'm', profileId: 'profile-1' });
    expect(screen.getByRole('button', { name: 'Secured.' })).toBeInTheDocument();
    expect(screen.getByText('028')).toBeInTheDocument();
    expect(screen.getByText('$29.75')).toBeInTheDocument();
    await pass(2_000);
    expect(screen.getByRole('button', { name: 'Redirecting...' })).toBeInTheDocument();
    await pass(1_999);
    expect(screen.getByTestId('where')).toHaveTextContent('/shop');
    await pass(1);
    expect(screen.getByTestId('where')).toHaveTextContent('/user/orders');
  });

  it('waits for the promo code that sets the price, so that no slot is secured without it', async () => {
    localStorage.setItem('promoCode', 'FOREST');
    let answer = (_: Reply) => {};
    const { sent } = given(new Promise<Reply>((resolve) => (answer = resolve)), [200, { success: true, order: ORDER }]);
    await press('Secure Now');
    expect(screen.getByText('One moment: your promo code is being looked up.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    answer([200, { promoCode: 'FOREST', percent: 10 }]);
    await pass(1);
    expect(screen.getByText('$31.50')).toBeInTheDocument();
    await press('Secure Now');
    expect(sent()).toMatchObject([{ productId: 'hoodie', promoCode: 'FOREST' }]);
  });

  it('asks for the places on the waiting list again, because an accepted offer is none any more', async () => {
    const { client } = given([200, { success: true, order: ORDER }]);
    client.setQueryData(['waitlist', 'hoodie'], { places: [] });
    await press('Secure Now');
    expect(client.getQueryState(['waitlist', 'hoodie'])?.isInvalidated).toBe(true);
  });

  it('sends one request, however often it is pressed', async () => {
    const { sent } = given(new Promise<Reply>(() => {}));
    fireEvent.submit(screen.getByRole('button', { name: 'Secure Now' }));
    await pass(0);
    fireEvent.submit(screen.getByRole('button', { name: 'Securing...' }));
    await pass(0);
    expect(sent()).toHaveLength(1);
  });

  it('drops a promo code that is refused for the slot', async () => {
    localStorage.setItem('promoCode', 'FOREST');
    given(
      [200, { promoCode: 'FOREST', percent: 10 }],
      [400, { success: false, error: 'This promo code is not valid.', code: 'promo-invalid' }],
    );
    await pass(0);
    expect(screen.getByText('$31.50')).toBeInTheDocument();
    await press('Secure Now');
    expect(screen.getByText('$35.00')).toBeInTheDocument();
    expect(localStorage.getItem('promoCode')).toBeNull();
  });

  it("asks for another profile after 'duplicate' and resets after three seconds", async () => {
    given([409, { success: false, error: 'duplicate', code: 'duplicate' }]);
    await press('Secure Now');
    expect(screen.getByRole('button', { name: 'Select New Profile' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Select another profile.');
    await pass(3_000);
    expect(screen.getByRole('button', { name: 'Secure Now' })).toBeInTheDocument();
  });

  it('asks for the security code first when none is on file, and reports errors at its field', async () => {
    const { show, sent } = given();
    show(null);
    show({ ...PROFILE, card: { ...PROFILE.card, codeOnFile: false } });
    await press('Secure Now');
    expect(sent()).toEqual([]);
    expect(screen.getByLabelText('Security Code')).toHaveAccessibleDescription('The security code has 3 or 4 digits.');
    fireEvent.change(screen.getByLabelText('Security Code'), { target: { value: '12' } });
    expect(screen.getByLabelText('Security Code')).toHaveAccessibleDescription(/not on file/);
  });

  describe('of a product with a retail price', () => {
    const retail = (amount: number) => ({ amount, currency: 'eur' });
    const priced = { ...PRODUCT, retailPrice: retail(168), defaultLimit: retail(210), means: 'token' } as PublicProduct;
    const FIELD = 'Item €168.00 + shipping and tax, at most';
    const type = (value: string) => fireEvent.change(screen.getByLabelText(FIELD), { target: { value } });

    it('shows the most that the retailer may ask, and sends what is shown', async () => {
      const { sent } = givenOf(priced, [200, { success: true, order: ORDER }]);
      expect(screen.getByLabelText(FIELD)).toHaveValue('210.00');
      await press('Secure Now');
      expect(sent()[0]).toMatchObject({ limit: retail(210) });
    });

    it('takes another, and reports at the field what is wrong with it', async () => {
      const refused = { success: false, error: 'The item alone costs more.', code: 'over-limit' };
      const { sent } = givenOf(priced, [409, refused], [200, { success: true, order: ORDER }]);
      type('much');
      await press('Secure Now');
      expect(screen.getByLabelText(FIELD)).toHaveAccessibleDescription(/Enter the most/);
      type('1.250');
      await press('Secure Now');
      expect(screen.getByLabelText(FIELD)).toHaveAccessibleDescription(/more than one amount. Write it like 1250.00/);
      type('160');
      await press('Secure Now');
      expect(screen.getByLabelText(FIELD)).toHaveAccessibleDescription('The item alone costs more.');
      type('1,250');
      await press('Secure Now');
      expect(sent().map(({ limit }) => limit)).toEqual([retail(160), retail(1250)]);
    });

    it('is not what was typed for another product', () => {
      const yen: PublicProduct = { ...priced, productId: 'cap', defaultLimit: { amount: 21_000, currency: 'jpy' } };
      const { result, rerender } = renderHook(useLimit, { initialProps: yen });
      act(() => result.current.setText('30000'));
      expect(result.current.check()).toEqual({ ok: true, limit: { amount: 30_000, currency: 'jpy' } });
      rerender(priced);
      expect(result.current.check()).toEqual({ ok: true, limit: retail(210) });
    });

    it('is written with the decimals of its currency', async () => {
      const yen = { amount: 21_000, currency: 'jpy' };
      const { sent } = givenOf({ ...priced, retailPrice: yen, defaultLimit: yen }, [
        200,
        { success: true, order: ORDER },
      ]);
      const field = screen.getByLabelText('Item ¥21,000 + shipping and tax, at most');
      expect(field).toHaveValue('21000');
      fireEvent.change(field, { target: { value: '12,50' } });
      await press('Secure Now');
      expect(field).toHaveAccessibleDescription(/Write it like 1250\./);
      fireEvent.change(field, { target: { value: '22,000' } });
      await press('Secure Now');
      expect(sent()).toEqual([expect.objectContaining({ limit: { amount: 22_000, currency: 'jpy' } })]);
    });

    it('asks for no security code where the retailer is paid with a token, and says which card pays', () => {
      const { show } = givenOf(priced);
      show(null);
      show({ ...PROFILE, card: { ...PROFILE.card, codeOnFile: false } });
      expect(screen.queryByLabelText('Security Code')).not.toBeInTheDocument();
      expect(screen.getByText(/through a token made from it/)).toBeInTheDocument();
    });
  });

  it('can be closed during the request: the outcome is shown, and a repeat is the same request', async () => {
    let answer = (_: Reply) => {};
    const { late, show, keys } = given(new Promise<Reply>((resolve) => (answer = resolve)), [
      200,
      { success: true, order: ORDER },
    ]);
    await press('Secure Now');
    expect(screen.getByRole('dialog', { name: 'Securing Your Slot.' })).toBeInTheDocument();
    await press('Close');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    show(PROFILE);
    await press('Secure Now');
    expect(screen.getByRole('dialog', { name: 'The Slot Is Yours.' })).toBeInTheDocument();
    expect(new Set(keys()).size).toBe(1);
    answer([200, { success: true, order: ORDER }]);
    await pass(0);
    expect(late).toHaveBeenCalledWith({ ok: true, order: ORDER });
  });

  it('asks for the security code when the server needs it', async () => {
    given([400, { success: false, error: 'code needed', code: 'code-required' }]);
    expect(screen.queryByLabelText('Security Code')).not.toBeInTheDocument();
    await press('Secure Now');
    fireEvent.change(screen.getByLabelText('Security Code'), { target: { value: '1 2 3 4 5' } });
    expect(screen.getByLabelText('Security Code')).toHaveValue('12345');
  });
});
