import { readConfig } from './config.js';
import { SETTINGS } from './settings.js';

const CANARY = 'canary-that-sings-of-32-characters-and-more';
const of = (env: Record<string, string>) => {
  const rows = readConfig(env).settings;
  return (name: string) => rows.find((row) => row.name === name);
};

describe('settings in force', () => {
  it('say of each where it came from', () => {
    const setting = of({ PORT: '4000', HOST: '127.0.0.2', SETTINGS_FROM_FILE: 'HOST', LOG_LEVEL: '' });
    expect(setting('PORT')).toEqual({ name: 'PORT', value: '4000', secret: false, from: 'environment' });
    expect(setting('HOST')).toMatchObject({ value: '127.0.0.2', from: 'file' });
    expect(setting('LOG_LEVEL')).toMatchObject({ value: 'info', from: 'default' });
    expect(setting('SMTP_URL')).toMatchObject({ value: 'not set', from: 'default' });
    expect(setting('TRUSTED_PROXIES')).toMatchObject({ value: 'not set' });
  });

  it('hold no secret, whichever is set', () => {
    const secrets = Object.entries(SETTINGS).flatMap(([name, row]) => ('isSecret' in row ? [name] : []));
    const key = Buffer.alloc(32, CANARY).toString('base64');
    const secret = { ...Object.fromEntries(secrets.map((name) => [name, CANARY])), MASTER_KEY: `${key},${key}` };
    const addresses = {
      EVENTSTORE_URL: `esdb://${CANARY}:${CANARY}@one:2113,two:2113?tls=true&password=${CANARY}`,
      MONGODB_URL: `mongodb://user:${CANARY}@one,two/shop?authMechanismProperties=${CANARY}`,
      SMTP_URL: `smtps://shop:${CANARY}@mail.example.org:465`,
      RETAILER_URL: `https://retailer.example.org/api?key=${CANARY}`,
      PICTURES_URL: 's3://pictures/of-drops/?endpoint=https://s3.example.org&region=eu-central-1',
      STRIPE_API_URL: `http://${CANARY}@127.0.0.1:9`,
      PLACES_URL: `https://places.example.org/?key=${CANARY}`,
      ANALYTICS_URL: `https://example.org/?measurement_id=G-1&api_secret=${CANARY}`,
    };
    const more = { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    const config = readConfig({ ...secret, ...addresses, ...more });
    const rows = config.settings;
    expect(JSON.stringify(rows)).not.toContain(CANARY);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows.filter((row) => row.secret && row.value !== 'set')).toEqual([]);
    const value = (name: string) => rows.find((row) => row.name === name)?.value;
    expect(value('EVENTSTORE_URL')).toBe('esdb://one:2113,two:2113');
    expect(value('MONGODB_URL')).toBe('mongodb://one,two/shop');
    expect(value('PICTURES_URL')).toBe('s3://pictures/of-drops/');
    expect(value('SMTP_URL')).toBe('smtps://mail.example.org:465');
    expect(value('RETAILER_URL')).toBe('https://retailer.example.org/api');
  });

  it('hold no password that was not encoded as it should be', () => {
    const setting = of({
      EVENTSTORE_URL: 'esdb://one:2113',
      MONGODB_URL: `mongodb://user:half?${CANARY}@one/shop`,
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      JWT_SECRET: CANARY,
    });
    expect(setting('MONGODB_URL')?.value).toBe('mongodb://…');
  });
});
