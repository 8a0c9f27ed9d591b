import { jest } from '@jest/globals';
import type { AcoInput, CardInput } from '@supreme-access/contract/sealing.js';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { HttpError } from 'react-admin';
import type { OrderInput } from '../../data-provider.js';
import { fieldRefusal, makingOrders } from './making-orders.js';
import { type OrderFormValues, orderErrors } from './order-form.js';

const NOW = Date.UTC(2026, 10, 22);
const FORM: OrderFormValues = {
  productId: 'p1',
  productTitle: 'Box Hoodie',
  listPrice: 25,
  price: 25,
  reason: null,
  size: 'm',
  style: 'Ink',
  email: ' bea@example.org ',
  name: 'Bea Holt',
  phone: '503 555 0142',
  address1: '12 Depot Street',
  address2: null,
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
  cardName: 'Bea Holt',
  cardNumber: '4242 4242 4242 4242',
  cardExpiry: '12/29',
  cardCode: '123',
  stripeToken: null,
};
const errors = (changes: Partial<OrderFormValues>, asksToken = false) =>
  orderErrors({ ...FORM, ...changes }, asksToken, NOW);

describe('the form of an order for a customer', () => {
  it('is valid as it is', () => {
    expect(errors({})).toEqual({});
  });

  it('reports what each field needs', () => {
    const empty = orderErrors({ country: 'US' }, true, NOW);
    const needed = ['productId', 'size', 'style', 'email', 'name', 'phone', 'address1', 'city', 'zip', 'stripeToken'];
    for (const field of [...needed, 'cardNumber', 'cardExpiry', 'cardCode', 'cardName']) {
      expect(empty).toHaveProperty(field, 'This is required.');
    }
  });

  it.each<[keyof OrderFormValues, Partial<OrderFormValues>]>([
    ['email', { email: 'bea' }],
    ['name', { name: 'Bea' }],
    ['phone', { phone: '12' }],
    ['zip', { zip: '9720' }],
    ['state', { state: '' }],
    ['state', { country: 'CA', state: '', zip: 'm5v3l9' }],
    ['phone', { phone: '503 555 0142 ext. 5' }],
    ['cardCode', { cardCode: '12345' }],
    ['cardNumber', { cardNumber: '4242 4242 4242 4241' }],
    ['cardNumber', { cardNumber: '4767 0000 0000 0000' }],
    ['cardExpiry', { cardExpiry: '10/26' }],
    ['cardCode', { cardCode: '12' }],
    ['cardName', { cardName: 'Bea 2' }],
    ['reason', { price: 19.99 }],
    ['price', { price: '12 or so' as unknown as number }],
  ])('reports at %s what is wrong with %j', (field, changes) => {
    expect(Object.keys(errors(changes))).toEqual([field]);
  });

  it('accepts input in any notation', () => {
    expect(
      errors({ phone: '+1 (503) 555 - 0142', zip: '97201 - 1234', cardExpiry: '2029-12', cardCode: ' 1 2 3' }),
    ).toEqual({});
    expect(errors({ cardNumber: '４２４２-4242 4242.4242', cardExpiry: '1229' })).toEqual({});
  });

  it('accepts another price with a reason, and an address without a state where there are none', () => {
    expect(errors({ price: 0, reason: 'a regular' })).toEqual({});
    expect(errors({ country: 'DE', state: '', zip: '10115', phone: '+4915112345678' })).toEqual({});
  });
});

const refused = (status: number, code: string) => new HttpError('No.', status, { error: 'No.', code });
const lost = () => new HttpError('The server cannot be reached.', 0);

function answering(...answers: (Error | undefined)[]) {
  const numbers = [1, 2, 3, 4, 5, 6].values();
  const next = () => numbers.next().value;
  const sealed = jest.fn(async (audience: string, _data: object) => `${audience}-${next()}`);
  const cardToken = jest.fn(async (_card: CardInput) => `tok_${next()}`);
  const createOrder = jest.fn(async (_input: OrderInput, _key: string) => {
    const answer = answers.shift();
    if (answer) throw answer;
    return { order: { orderId: 'o1' } as AdminOrder };
  });
  return { make: makingOrders({ sealed, cardToken, createOrder }), sealed, cardToken, createOrder };
}

describe('an order for a customer', () => {
  it("is sent once, with the specification's payload and the card in its encrypted part only", async () => {
    const { make, sealed, cardToken, createOrder } = answering();
    expect(await make(FORM)).toEqual({ orderId: 'o1' });
    expect(createOrder.mock.calls.map(([body]) => body)).toEqual([
      {
        email: 'bea@example.org',
        name: 'Bea Holt',
        productId: 'p1',
        productTitle: 'Box Hoodie',
        price: 25,
        stripeToken: 'tok_1',
        acoDataPayload: 'aco-2',
      },
    ]);
    expect(cardToken.mock.calls[0]?.[0]).toMatchObject({ number: '4242424242424242', address_zip: '97201' });
    const aco = sealed.mock.calls[0]?.[1] as AcoInput;
    expect(aco.shipping).toMatchObject({ firstName: 'Bea', lastName: 'Holt', country: 'US' });
    expect(aco).toMatchObject({
      phone: '+15035550142',
      productForm: { size: 'm', style: 'Ink' },
      card: { code: '123' },
    });
  });

  it('declares a street address that looks like a PO box, and drops the state of another country', async () => {
    const { make, sealed } = answering();
    await make({ ...FORM, address1: 'Box 12', country: 'SE', zip: '11455', phone: '+46701234567', isStreet: true });
    expect(sealed.mock.calls[0]?.[1]).toMatchObject({ streetConfirmed: true, shipping: { state: '', zip: '114 55' } });
  });

  it('is repeated unchanged under the same key after a lost answer', async () => {
    const { make, createOrder } = answering(lost(), refused(503, 'outcome-unknown'));
    await expect(make(FORM)).rejects.toThrow();
    await expect(make(FORM)).rejects.toThrow();
    await make(FORM);
    const [first, ...others] = createOrder.mock.calls;
    expect(others).toEqual([first, first]);
  });

  it('is encrypted again under another key after a refusal or a change', async () => {
    const { make, createOrder } = answering(refused(409, 'sold-out'), lost());
    await expect(make(FORM)).rejects.toThrow();
    await expect(make(FORM)).rejects.toThrow();
    await make({ ...FORM, size: 'l' });
    expect(new Set(createOrder.mock.calls.map(([, key]) => key)).size).toBe(3);
    expect(new Set(createOrder.mock.calls.map(([{ acoDataPayload }]) => acoDataPayload)).size).toBe(3);
  });

  it("uses Stripe's token where no card number may be sent", async () => {
    const { make, cardToken, createOrder } = answering();
    await make({ ...FORM, stripeToken: ' tok_visa ', price: 20, reason: 'a regular' });
    expect(cardToken).not.toHaveBeenCalled();
    expect(createOrder.mock.calls[0]?.[0]).toMatchObject({ stripeToken: 'tok_visa', price: 20, reason: 'a regular' });
  });

  it('shows a refusal at its field, or above the button where it concerns the whole order', () => {
    expect(fieldRefusal(refused(400, 'size-unknown'))).toEqual({ size: 'No.' });
    expect(fieldRefusal(refused(400, 'card-invalid'))).toEqual({ cardNumber: 'No.' });
    expect(fieldRefusal(refused(409, 'sold-out'))).toBeNull();
    expect(fieldRefusal(lost())).toBeNull();
  });
});
