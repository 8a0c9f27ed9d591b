import { readSettings } from './settings.js';

const needed = { SANDBOX_DIR: '/var/sandbox', SANDBOX_KEY: 'key' };

describe('settings of the sandbox process', () => {
  it('need a directory and a key only', () => {
    expect(readSettings(needed)).toMatchObject({ directory: '/var/sandbox', key: 'key', host: '127.0.0.1', port: 0 });
    expect(() => readSettings({ SANDBOX_KEY: 'key' })).toThrow('SANDBOX_DIR');
    expect(() => readSettings({ SANDBOX_DIR: '/var/sandbox' })).toThrow('SANDBOX_KEY');
  });

  it('read failures and latency as JSON', () => {
    const env = { ...needed, SANDBOX_FAILURES: '{"soldOut":0.1}', SANDBOX_LATENCY: '{"min":5,"max":20}' };
    expect(readSettings(env)).toMatchObject({ failures: { soldOut: 0.1 }, latency: { min: 5, max: 20 } });
    expect(readSettings({ ...needed, SANDBOX_LATENCY: '{"min":5}' }).latency).toEqual({ min: 5, max: 5 });
  });

  it('read how it sells at the doors of UCP and ACP', () => {
    const env = { ...needed, SANDBOX_SELLER: 'profile_test_shop', SANDBOX_UCP_WEBHOOK: 'http://127.0.0.1/hook' };
    expect(readSettings(env)).toMatchObject({
      seller: 'profile_test_shop',
      webhooks: { ucp: 'http://127.0.0.1/hook' },
    });
    expect(readSettings(env)).not.toHaveProperty('takePayment');
    const paying = { ...env, STRIPE_API_URL: 'http://127.0.0.1:1' };
    expect(() => readSettings(paying)).toThrow('SANDBOX_STRIPE_KEY');
    expect(readSettings({ ...paying, SANDBOX_STRIPE_KEY: 'sk' }).takePayment).toBeInstanceOf(Function);
  });

  it.each([
    ['SANDBOX_PORT', 'banana'],
    ['SANDBOX_PORT', '70000'],
    ['SANDBOX_STOCK', '-1'],
    ['SANDBOX_FAILURES', 'often'],
    ['SANDBOX_FAILURES', '"often"'],
    ['SANDBOX_FAILURES', '{"fire":0.1}'],
    ['SANDBOX_FAILURES', '{"soldOut":"0.1"}'],
    ['SANDBOX_LATENCY', '{"min":5,"max":1}'],
  ])('name %s when it is %s', (name, value) => {
    expect(() => readSettings({ ...needed, [name]: value })).toThrow(name);
  });
});
