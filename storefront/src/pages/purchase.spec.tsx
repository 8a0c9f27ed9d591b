import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

// jsdom lacks WebCrypto, so this records what would be encrypted.
const sealed: { audience: string; data: Record<string, unknown> }[] = [];
jest.unstable_mockModule('../api/jwe.js', () => ({
  encryptFor: async (audience: string, data: Record<string, unknown>) => {
    sealed.push({ audience, data });
    return `sealed ${audience}`;
  },
}));
const { given, ORDER: HELD, refusal, SESSION, SHOP, where } = await import('../../../test/fixtures/storefront/app.js');
const { PRODUCT } = await import('../../../test/fixtures/storefront/product.js');
const { syncClock } = await import('../api/clock.js');

const ORDER = { orderId: 'order-1', price: 31.5, productTitle: 'Hoodie', style: 'Ink', slotNumber: 28 };
const BOUGHT = { success: true, order: ORDER, link: 'https://shop.test/action/signed.token' };
const TOKEN = { success: true, token: { id: 'tok_1' } };
const YEAR = String(new Date().getUTCFullYear() + 4).slice(-2);

beforeEach(() => {
  localStorage.clear();
  sealed.length = 0;
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (place: HTMLElement, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(within(place).getByLabelText(label), { target: { value } });
};

async function atPurchase(answers: Record<string, unknown> = {}, path = '/purchase?productId=hoodie') {
  const { fetched } = given(path, {
    '/api/user/billing/genToken': TOKEN,
    '/api/checkout/completeuser': BOUGHT,
    ...answers,
    ...SHOP,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Set ACO Details' }));
  // The dialog is rendered before its fields have loaded.
  await screen.findByRole('button', { name: 'Save ACO Details' });
  return { dialog: screen.getByRole('dialog', { name: 'ACO details' }), fetched };
}

const HOME = { Address: '1 Mill Lane', City: 'London', Zip: 'NW1 6XE' };

async function setDetails(dialog: HTMLElement, changes: Record<string, string> = {}) {
  const choices = { Size: 'm', Country: 'GB' };
  type(dialog, {
    ...choices,
    'Shipping Name': 'Mira Okafor',
    Email: 'mira@example.com',
    'Phone Number': '+447400123456',
  });
  const colour = within(dialog).getByLabelText<HTMLSelectElement>('Colour');
  if (colour.value === '') type(dialog, { Colour: colour.options[1]?.value ?? '' });
  const card = { 'Card Number': '4242424242424242', 'Expiry (MM/YY)': `12/${YEAR}`, 'Security Code': '123' };
  type(dialog, { ...HOME, ...card, ...changes });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save ACO Details' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

const bodies = (fetched: { mock: { calls: [unknown, RequestInit?][] } }, path: string) =>
  fetched.mock.calls.flatMap(([url, init]) => (url === path ? [JSON.parse(String(init?.body))] : []));

describe('a purchase without an account', () => {
  it('asks for a state only where the country has one', async () => {
    const { dialog } = await atPurchase();
    expect(within(dialog).getByLabelText('State')).toBeInTheDocument();
    type(dialog, { Country: 'GB' });
    expect(within(dialog).queryByLabelText('State')).not.toBeInTheDocument();
    await setDetails(dialog);
    expect(screen.getByText(/1 Mill Lane, London, NW1 6XE, GB/)).toBeInTheDocument();
    press(/^Secure Slot/);
    expect(await screen.findByText('Thank you! Your submission has been received!')).toBeInTheDocument();
    const aco = sealed.find(({ audience }) => audience === 'aco')?.data;
    expect(aco?.shipping).toMatchObject({ city: 'London', state: '', country: 'GB' });
  });

  it('warns of a PO box before anything is confirmed', async () => {
    const { dialog } = await atPurchase();
    await setDetails(dialog, { Address: 'PO Box 12' });
    const warning = screen.getByText('This order ships to a PO box. Orders shipped to PO boxes get no refund.');
    const pay = screen.getByRole('button', { name: /^Secure Slot/ });
    expect(warning.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('mentions PO boxes for no other address', async () => {
    const { dialog } = await atPurchase();
    await setDetails(dialog);
    expect(screen.queryByText(/PO box/)).not.toBeInTheDocument();
  });

  it('takes contact and card from the details, unless another person pays', async () => {
    const { dialog, fetched } = await atPurchase();
    await setDetails(dialog);
    expect(screen.queryByLabelText('Card Number')).not.toBeInTheDocument();
    expect(screen.getByText(/with the same card/)).toHaveTextContent(
      'Mira Okafor, mira@example.com, with the same card •••• 4242',
    );
    press('Use Other Payment Details');
    const fields = within(document.body);
    expect(fields.getByLabelText('Name')).toHaveValue('Mira Okafor');
    type(document.body, { Email: '', 'Card Number': '4242', 'Security Code': '1' });
    press(/^Secure Slot/);
    await waitFor(() => expect(fields.getByLabelText('Email')).toHaveFocus());
    for (const label of ['Email', 'Card Number', 'Security Code']) expect(fields.getByLabelText(label)).toBeInvalid();
    type(document.body, { Email: 'gift@example.com', 'Card Number': '5555555555554444', 'Security Code': '123' });
    press(/^Secure Slot/);
    await screen.findByText('Thank you! Your submission has been received!');
    expect(bodies(fetched, '/api/checkout/completeuser')).toMatchObject([{ email: 'gift@example.com' }]);
  });

  it('leads to the details where they are missing', async () => {
    given('/purchase?productId=hoodie', SHOP);
    fireEvent.click(await screen.findByRole('button', { name: /^Secure Slot/ }));
    const opener = screen.getByRole('button', { name: 'Set ACO Details' });
    await waitFor(() => expect(opener).toHaveFocus());
    expect(opener).toHaveAccessibleDescription(/Not set yet\.$/);
    expect(screen.getByText('Invalid ACO Information. Please set your ACO details.')).toBeInTheDocument();
  });

  it('offers no purchase without an account where nothing can be bought', async () => {
    const over = { releaseStartedAt: '2026-03-06T11:00:00.000Z', releaseFinishedAt: '2026-03-06T11:01:00.000Z' };
    given('/purchase?productId=hoodie', { ...SHOP, '/api/products/hoodie': { ...PRODUCT, ...over } });
    expect(await screen.findByText('This drop is over.')).toBeInTheDocument();
    expect(screen.queryByText(/^You do not need an account/)).not.toBeInTheDocument();
  });

  it('marks every invalid detail at once and focuses the first', async () => {
    const { dialog } = await atPurchase();
    const fields = within(dialog);
    fireEvent.click(fields.getByRole('button', { name: 'Save ACO Details' }));
    await waitFor(() => expect(fields.getByLabelText('Size')).toHaveFocus());
    const wrong = [
      'Size',
      'Shipping Name',
      'Email',
      'Phone Number',
      'Address',
      'Card Number',
      'Expiry (MM/YY)',
      'Security Code',
    ];
    for (const label of wrong) expect(fields.getByLabelText(label)).toBeInvalid();
  });

  it('sends the zip with the card for its token', async () => {
    const { dialog } = await atPurchase();
    await setDetails(dialog);
    press(/^Secure Slot/);
    await screen.findByText('Thank you! Your submission has been received!');
    expect(sealed.find(({ audience }) => audience === 'card')?.data).toMatchObject({ address_zip: 'NW1 6XE' });
    expect(JSON.stringify(sealed.find(({ audience }) => audience === 'aco')?.data)).not.toContain('address_zip');
  });

  it("shows the price with the link's promo code, and sends that code", async () => {
    const promo = { '/api/promoLookup': { promoCode: 'SPRING', percent: 10 } };
    const { dialog, fetched } = await atPurchase(promo, '/purchase?productId=hoodie&promoCode=SPRING');
    await setDetails(dialog);
    expect(await screen.findByRole('button', { name: 'Secure Slot, Fee $31.50' })).toBeInTheDocument();
    press('Secure Slot, Fee $31.50');
    await screen.findByText('Thank you! Your submission has been received!');
    expect(bodies(fetched, '/api/checkout/completeuser')).toMatchObject([{ promoCode: 'SPRING' }]);
    expect(within(screen.getByRole('article', { name: 'Ticket for Hoodie' })).getByText('$31.50')).toBeInTheDocument();
  });

  it('shows the whole price again once the promo was refused', async () => {
    const answers = {
      '/api/promoLookup': { promoCode: 'SPRING', percent: 10 },
      '/api/checkout/completeuser': refusal(400, 'promo-invalid'),
    };
    const { dialog } = await atPurchase(answers, '/purchase?productId=hoodie&promoCode=SPRING');
    await setDetails(dialog);
    fireEvent.click(await screen.findByRole('button', { name: 'Secure Slot, Fee $31.50' }));
    expect(await screen.findByRole('button', { name: 'Secure Slot, Fee $35.00' })).toBeInTheDocument();
  });

  it.each([
    ['the provider refuses', '/api/user/billing/genToken'],
    ['our server refuses', '/api/checkout/completeuser'],
  ])('reports the errors of a card that %s only at its fields', async (_, path) => {
    const { dialog } = await atPurchase({ [path]: refusal(400, 'card-invalid') });
    await setDetails(dialog);
    press(/^Secure Slot/);
    const [problem, ...others] = await screen.findAllByRole('alert');
    expect(problem).toHaveTextContent(`card-invalid at ${path}`);
    expect(problem?.closest('form')).toContainElement(screen.getByLabelText('Card Number'));
    expect(others).toEqual([]);
    expect(where()).toBe('/purchase?productId=hoodie');
  });

  it('leads guests through login back to the product, with the promo code', async () => {
    given('/purchase?productId=hoodie&promoCode=SPRING', SHOP);
    fireEvent.click(await screen.findByRole('link', { name: 'log in' }));
    expect(await screen.findByRole('link', { name: 'Purchase without an account' })).toHaveAttribute(
      'href',
      '/purchase?productId=hoodie&promoCode=SPRING',
    );
  });
});

describe('a purchase of a signed-in shopper', () => {
  it('shows the slot of the drop that the shopper holds already', async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    given('/purchase?productId=hoodie', { ...SHOP, '/api/user/orders': [HELD] });
    expect(await screen.findByRole('heading', { name: 'You hold 1 slot of this drop.' })).toBeInTheDocument();
  });

  it('shows it on a browser whose clock is hours behind too', async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    const hours = (count: number) => Date.now() + count * 3_600_000;
    const held = { ...HELD, orderDate: new Date(hours(2)).toISOString() };
    const answers: Record<string, unknown> = { ...SHOP, '/api/user/orders': [held], '/api/time': { now: hours(3) } };
    given('/purchase?productId=hoodie', answers);
    await screen.findByRole('button', { name: 'Set ACO Details' });
    await act(syncClock);
    expect(await screen.findByRole('heading', { name: 'You hold 1 slot of this drop.' })).toBeInTheDocument();
    answers['/api/time'] = { now: Date.now() };
    await act(syncClock);
  });

  it("fills in the account's data and keeps what was typed", async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    const billing = { line1: '350 5th Avenue', city: 'New York', state: 'NY', postal_code: '10118', country: 'US' };
    const info = { uuid: 'account-1', name: 'Mira Okafor', email: 'mira@example.com', phone: '+12025550143' };
    const { dialog } = await atPurchase({ '/api/user/info': { ...info, billingAddress: billing } });
    const fields = within(dialog);
    await waitFor(() => expect(fields.getByLabelText('Shipping Name')).toHaveValue('Mira Okafor'));
    expect(fields.getByLabelText('Email')).toHaveValue('mira@example.com');
    expect(fields.getByLabelText('Phone Number')).toHaveValue('+12025550143');
    expect(fields.getByLabelText('Address')).toHaveValue('350 5th Avenue');
    expect(fields.getByLabelText('Zip')).toHaveValue('10118');
    type(dialog, { Email: 'gift@example.com' });
    fireEvent.click(fields.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('fills in no address in a country that the form does not offer', async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    const billingAddress = { line1: 'Gasse 1', city: 'Berlin', postal_code: '10115', country: 'DE' };
    const info = { uuid: 'account-1', name: 'Mira Okafor', email: 'mira@example.com', phone: '', billingAddress };
    const { dialog } = await atPurchase({ '/api/user/info': info });
    await waitFor(() => expect(within(dialog).getByLabelText('Shipping Name')).toHaveValue('Mira Okafor'));
    expect(within(dialog).getByLabelText('Country')).toHaveValue('US');
    expect(within(dialog).getByLabelText('Address')).toHaveValue('');
  });

  it("keeps an address that was begun before the account's data arrives", async () => {
    localStorage.setItem('user', JSON.stringify(SESSION));
    const billingAddress = { line1: '350 5th Avenue', city: 'New York', postal_code: '10118', country: 'US' };
    let arrive = (_: object) => {};
    const info = new Promise((resolve) => {
      arrive = resolve;
    });
    const { dialog } = await atPurchase({ '/api/user/info': info });
    type(dialog, { Country: 'GB', City: 'London' });
    arrive({ uuid: 'account-1', name: 'Mira Okafor', email: 'mira@example.com', phone: '', billingAddress });
    const fields = within(dialog);
    await waitFor(() => expect(fields.getByLabelText('Shipping Name')).toHaveValue('Mira Okafor'));
    expect(fields.getByLabelText('City')).toHaveValue('London');
    expect(fields.getByLabelText('Country')).toHaveValue('GB');
  });
});
