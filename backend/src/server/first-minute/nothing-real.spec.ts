import { readConfig } from '../../config/config.js';
import { whatIsReal } from './nothing-real.js';

const DEMO = { SEED: 'demo' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', CARD_RELAY: 'on' };
const ENGINES = {
  EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
  MONGODB_URL: 'mongodb://localhost:27017/x',
  MASTER_KEY: 'ab'.repeat(32),
  JWT_SECRET: 'a secret of at least thirty-two characters',
};

describe('the first minute', () => {
  it.each<Record<string, string>>([{}, DEMO, { HOST: '::1' }, { HOST: 'localhost' }, { PORT: '8080' }])(
    'may be where nothing is real: %j',
    (settings) => expect(whatIsReal(readConfig(settings))).toBeNull(),
  );

  it.each<[string, Record<string, string>]>([
    ['ALLOW_EMBEDDED', { ALLOW_EMBEDDED: '1' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.1' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '192.168.1.4' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://drops.example.org' }],
    ['ADMIN_URL', { ADMIN_URL: 'http://admin.localhost:3000' }],
    ['EVENTSTORE_URL', ENGINES],
    ['PICTURES_URL', { PICTURES_URL: 's3://bucket/prefix?region=eu-central-1' }],
    ['STRIPE_SECRET_KEY', STRIPE],
    ['STRIPE_SECRET_KEY', { STRIPE_API_URL: 'http://127.0.0.1:1' }],
    ['RETAILER_URL', { RETAILER_URL: 'http://127.0.0.1:1', RETAILER_KEY: 'k'.repeat(32) }],
    ['SMTP_URL', { SMTP_URL: 'smtp://127.0.0.1:25' }],
    ['PLACES_URL', { PLACES_URL: 'https://photon.example.org' }],
    ['ANALYTICS_URL', { ANALYTICS_URL: 'https://www.google-analytics.com?measurement_id=G-1&api_secret=s' }],
    ['SEED', { SEED: 'none' }],
  ])('is not there with %s', (name, settings) => {
    expect(whatIsReal(readConfig({ ...DEMO, ...settings }))).toBe(name);
  });
});
