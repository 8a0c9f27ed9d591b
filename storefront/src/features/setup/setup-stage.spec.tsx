import { setupStage, shopGate } from './setup-stage.js';

const ADDRESS = {
  line1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  postal_code: '10118',
  country: 'US',
} as const;
const DONE = { name: 'Mira Okafor', phone: '+12125550123', billingAddress: ADDRESS, customer_id: 'cus_1' };

describe('the next step of the setup', () => {
  it.each([
    ['/signup1', { phone: '' }],
    ['/signup2', { billingAddress: null }],
    ['/signup3', { customer_id: null }],
    [null, {}],
  ])('is %s with %j', (path, facts) => {
    expect(setupStage({ ...DONE, ...facts })).toBe(path);
  });

  it('asks for the address before the card when the shop is opened', () => {
    expect(shopGate({ billingAddress: null, customer_id: null })).toBe('/signup2');
    expect(shopGate({ billingAddress: ADDRESS, customer_id: null })).toBe('/signup3');
    expect(shopGate(DONE)).toBeNull();
  });
});
