import { foldsHere, readConfig, type WorkPlace, worksHere } from './config.js';

const problems = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it.each<[string, Partial<WorkPlace>, string[]]>([
  ['the one thread of a process', {}, ['folds', 'works']],
  ['the thread that answers', { part: 'answers' }, []],
  ['the thread that follows', { part: 'follows' }, ['folds', 'works']],
  ['a worker', { role: 'worker' }, ['works']],
  ['a projector', { role: 'projector' }, ['folds']],
  ['an api process', { role: 'api' }, []],
])('what is done by %s', (_, given, does) => {
  const place = { work: true, role: 'all', ...given } as const;
  const done = { folds: foldsHere(place), works: worksHere(place) };
  expect(Object.entries(done).flatMap(([what, isDone]) => (isDone ? [what] : []))).toEqual(does);
});

describe('the settings', () => {
  it('are all optional', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      engines: null,
      role: 'all',
      analytics: null,
      strictSetup: false,
      inboundAddress: null,
      supportEmail: null,
    });
  });

  it('take an email address as the one that confirmations are forwarded to', () => {
    expect(readConfig({ INBOUND_ADDRESS: 'orders@shop.test' }).inboundAddress).toBe('orders@shop.test');
    expect(problems({ INBOUND_ADDRESS: 'orders' })).toBe('INBOUND_ADDRESS must be an email address');
  });

  it('take an email address as the one that people write to with questions', () => {
    expect(readConfig({ SUPPORT_EMAIL: 'help@shop.test' }).supportEmail).toBe('help@shop.test');
    expect(problems({ SUPPORT_EMAIL: 'help' })).toBe('SUPPORT_EMAIL must be an email address');
  });

  it.each<[Record<string, string>, string]>([
    [{ TRUSTED_PROXIES: '10.0.0.1, proxy.internal' }, 'TRUSTED_PROXIES must be addresses or CIDR ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES must be addresses or CIDR ranges'],
    [{ MAIL_FROM: 'Our Shop' }, 'MAIL_FROM must be an email address, or a name and <an address>'],
    [{ RETAILER_URL: 'http://retailer.invalid', RETAILER_KEY: 'key' }, 'RETAILER_URL must begin with https://'],
    [{ RETAILER_URL: 'https://retailer.invalid', RETAILER_KEY: 'of blanks' }, 'RETAILER_KEY must be visible ASCII'],
    [{ PUBLIC_URL: 'https://shop.test', ADMIN_URL: 'https://shop.test' }, 'ADMIN_URL must name another host'],
  ])('of %j are refused by name', (wrong, said) => {
    expect(problems(wrong)).toContain(said);
    expect(problems(wrong).split('\n')).toHaveLength(1);
  });

  it.each<Record<string, string>>([
    { TRUSTED_PROXIES: '10.0.0.1, 172.31.240.0/24, ::1' },
    { MAIL_FROM: 'shop@example.org' },
    { MAIL_FROM: '"Shop, Inc." <shop@example.org>' },
    { RETAILER_URL: 'http://127.0.0.1:4000', RETAILER_KEY: 'key' },
    { PUBLIC_URL: 'http://localhost:3000', ADMIN_URL: 'http://admin.localhost:3000' },
  ])('take %j as it is', (fine) => expect(problems(fine)).toBe(''));

  it('name everything that is wrong at once, and no value', () => {
    const said = problems({ PORT: 'eighty', ROLE: 'worker', JWT_SECRET: 'too short', STRICT_SETUP: 'yes' });
    expect(said.split('\n').map((line) => line.split(' ', 1)[0])).toEqual(
      expect.arrayContaining(['PORT', 'ROLE', 'JWT_SECRET', 'STRICT_SETUP']),
    );
    expect(said).not.toMatch(/eighty|too short|yes/);
  });

  it('of step-up are an amount', () => {
    expect(readConfig({}).stepUpRefund).toBe(10_000);
    expect(readConfig({ STEP_UP_REFUND: '0' }).stepUpRefund).toBe(0);
    expect(problems({ STEP_UP_REFUND: 'lots' })).toBe('STEP_UP_REFUND must be an amount with at most two decimals');
  });

  it('hold master keys, or name a file of them', () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const MASTER_KEY = `${first.toString('base64')}, ${second.toString('hex')}`;
    expect(readConfig({ MASTER_KEY }).masterKey).toEqual({ given: [first, second], file: null });
    expect(readConfig({ MASTER_KEY: 'file:/keys' }).masterKey).toEqual({ given: [], file: '/keys' });
    for (const wrong of ['file:', '/keys', `${MASTER_KEY},file:/keys`])
      expect(problems({ MASTER_KEY: wrong })).toMatch(/^MASTER_KEY must be 32 bytes/);
  });

  it('of analytics are one address', () => {
    const google = 'https://www.google-analytics.com';
    const { analytics } = readConfig({ ANALYTICS_URL: `${google}?measurement_id=G-AB12&api_secret=hush` });
    expect(analytics).toEqual({ id: 'G-AB12', secret: 'hush', url: google });
    for (const wrong of [
      google,
      `${google}?measurement_id=UA-1&api_secret=hush`,
      `${google}?measurement_id=G-AB12`,
      'G-1',
    ]) {
      const said = problems({ ANALYTICS_URL: wrong });
      expect(said).toBe('ANALYTICS_URL must be a URL with measurement_id (G-...) and api_secret');
    }
  });

  describe('with NODE_ENV=production', () => {
    const stores = {
      EVENTSTORE_URL: 'esdb://shop:secret@one:2113,two:2113?tls=true&tlsCAFile=/tls/ca.crt',
      MONGODB_URL: 'mongodb://shop:secret@one,two/shop?replicaSet=shop&tls=true',
      MASTER_KEY: 'ab'.repeat(32),
      JWT_SECRET: 'a secret of the tests, long enough for all',
    };
    const real = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example.org',
      ADMIN_URL: 'https://admin.example.org',
      SMTP_URL: 'smtp://user:secret@mail.example.org',
      ...stores,
    };

    it('are fine where all that leaves the machine is encrypted and asks who one is', () => {
      expect(problems(real)).toBe('');
      expect(problems({ ...real, MONGODB_URL: 'mongodb+srv://shop:secret@one.example.org/shop' })).toBe('');
      expect(readConfig(real).smtpNeedsTls).toBe(true);
    });

    it.each([
      [{ PUBLIC_URL: 'http://shop.example.org' }, 'PUBLIC_URL', 'public-url'],
      [{ ADMIN_URL: 'http://admin.example.org' }, 'ADMIN_URL', 'public-url'],
      [{ SMTP_URL: 'smtp://mail.example.org?ignoreTLS=true' }, 'SMTP_URL', 'smtp'],
      [{ EVENTSTORE_URL: 'esdb://shop:secret@one:2113?tls=false' }, 'EVENTSTORE_URL', 'stores'],
      [{ EVENTSTORE_URL: 'esdb://shop:secret@one:2113?tlsVerifyCert=false' }, 'EVENTSTORE_URL', 'stores'],
      [{ EVENTSTORE_URL: 'esdb://one:2113' }, 'EVENTSTORE_URL', 'stores'],
      [{ MONGODB_URL: 'mongodb://shop:secret@one,127.0.0.1/shop' }, 'MONGODB_URL', 'stores'],
      [{ MONGODB_URL: 'mongodb://shop:secret@one/shop?tls=true&tlsInsecure=true' }, 'MONGODB_URL', 'stores'],
      [{ MONGODB_URL: 'mongodb://one/shop?tls=true' }, 'MONGODB_URL', 'stores'],
      [{ STRIPE_API_URL: 'http://stripe.example.org' }, 'STRIPE_API_URL', 'partners'],
      [{ PLACES_URL: 'http://places.example.org' }, 'PLACES_URL', 'partners'],
      [{ ANALYTICS_URL: 'http://example.org?measurement_id=G-1&api_secret=secret' }, 'ANALYTICS_URL', 'partners'],
      [{ PICTURES_URL: 's3://pictures?endpoint=http://s3.example.org' }, 'PICTURES_URL', 'stores'],
    ])('refuse %j unless ALLOW_INSECURE names it', (wrong, name, kind) => {
      const said = problems({ ...real, ...wrong });
      expect(said).toMatch(new RegExp(`^${name} must .* unless ALLOW_INSECURE names ${kind}$`));
      expect(said).not.toContain('secret');
      expect(problems({ ...real, ...wrong, ALLOW_INSECURE: kind })).toBe('');
    });

    it('of one process of several name a mail server', () => {
      const partners = {
        RETAILER_URL: 'https://retailer.example.org',
        RETAILER_KEY: 'key',
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      };
      const worker = { ...real, ...partners, ROLE: 'worker' };
      expect(problems(worker)).toBe('');
      expect(problems({ ...worker, SMTP_URL: '' })).toMatch(/^SMTP_URL is required unless ROLE is all: .*$/);
      expect(problems({ ...worker, ROLE: 'all', SMTP_URL: '' })).toBe('');
    });

    it('play no demo that nobody asked for', () => {
      expect([readConfig(real).seed, readConfig({ ...real, SEED: 'demo' }).seed, readConfig({}).seed]).toEqual([
        'none',
        'demo',
        'auto',
      ]);
    });

    it('take what stays on the machine as it is', () => {
      const here = {
        PUBLIC_URL: 'http://localhost:3000',
        SMTP_URL: 'smtp://127.0.0.1:1025',
        EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
        MONGODB_URL: 'mongodb://127.0.0.1:27017,[::1]:27018/shop',
      };
      expect(problems({ ...real, ...here })).toBe('');
      expect(readConfig({ ...real, ...here }).smtpNeedsTls).toBe(false);
    });

    it('know what may be insecure', () => {
      expect(problems({ ALLOW_INSECURE: 'everything' })).toBe(
        'ALLOW_INSECURE must be some of public-url, smtp, stores, partners',
      );
    });
  });
});
