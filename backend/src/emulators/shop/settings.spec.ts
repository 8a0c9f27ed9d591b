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
