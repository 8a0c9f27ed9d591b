import { readConfig } from './config.js';

const problems = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the settings', () => {
  it('are all optional', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      engines: null,
      role: 'all',
      analytics: null,
      strictSetup: false,
      inboundAddress: null,
    });
  });

  it('take an e-mail address as the one that confirmations are forwarded to', () => {
    expect(readConfig({ INBOUND_ADDRESS: 'orders@shop.test' }).inboundAddress).toBe('orders@shop.test');
    expect(problems({ INBOUND_ADDRESS: 'orders' })).toBe('INBOUND_ADDRESS must be an e-mail address');
  });

  it('name everything that is wrong at once, and no value', () => {
    const said = problems({ PORT: 'eighty', ROLE: 'worker', JWT_SECRET: 'too short', STRICT_SETUP: 'yes' });
    expect(said.split('\n').map((line) => line.split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['PORT', 'ROLE', 'JWT_SECRET', 'STRICT_SETUP']),
    );
    expect(said).not.toMatch(/eighty|too short|yes/);
  });

  it.each([
    [{ ANALYTICS_ID: 'UA-1' }, /^ANALYTICS_ID must be a measurement id \(G-\.\.\.\)\nANALYTICS_SECRET is required/],
    [{ ANALYTICS_SECRET: 'a secret' }, /^ANALYTICS_ID is required with ANALYTICS_SECRET$/],
  ])('of analytics belong together: %j', (env, said) => {
    expect(problems(env)).toMatch(said);
  });

  it('of analytics know where Google is', () => {
    const { analytics } = readConfig({ ANALYTICS_ID: 'G-AB12', ANALYTICS_SECRET: 'a secret' });
    expect(analytics).toEqual({ id: 'G-AB12', secret: 'a secret', url: 'https://www.google-analytics.com' });
  });
});
