import { type Page, securityHeaders } from './security-headers.js';

/** A Content-Security-Policy as directives. */
async function policy(page: Omit<Page, 'isTls'> = {}): Promise<Map<string, string[]>> {
  const text = (await securityHeaders({ isTls: true, ...page }))['content-security-policy'] ?? '';
  const directives = text.split(';').map((directive) => directive.split(' '));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

describe('the content security policy', () => {
  it('lets no script run but our own files: none within the page, none from text', async () => {
    const directives = await policy();

    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('script-src-attr')).toEqual(["'none'"]);
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('object-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'self'"]);
  });

  it('lets nobody say where the page’s addresses begin', async () => {
    expect((await policy()).get('base-uri')).toEqual(["'none'"]);
  });

  it('takes no style from a page’s text or attributes: elements that are empty may be filled by our own scripts', async () => {
    const directives = await policy();
    const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

    expect(directives.get('style-src')).toEqual(["'self'", empty]);
    expect(JSON.stringify([...directives])).not.toContain('unsafe');
  });

  it('names no foreign host without Stripe’s fields', async () => {
    const named = [...(await policy())].filter(([name]) => name !== 'img-src').flat(2);

    expect(named.filter((source) => /https?:\/\//.test(source))).toEqual([]);
  });

  it('adds only Stripe’s hosts for its fields, and no script that is unsafe', async () => {
    const directives = await policy({ hasStripeFields: true });

    expect(directives.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
    expect(directives.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
    expect(directives.get('frame-src')).toContain('https://hooks.stripe.com');
  });
});

describe('what every answer carries beside it', () => {
  it('is TLS alone for a year, subdomains too; no guessing of types, no referrer, and no window of others', async () => {
    expect(await securityHeaders({ isTls: true })).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});
