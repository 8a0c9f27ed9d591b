import { securityHeaders } from './security-headers.js';

/** A Content-Security-Policy as directives. */
async function policy(hasStripeFields: boolean): Promise<Map<string, string[]>> {
  const text = (await securityHeaders(true, hasStripeFields))['content-security-policy'] ?? '';
  const directives = text.split(';').map((directive) => directive.split(' '));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

describe('the content security policy', () => {
  it('lets no script run but our own files: none within the page, none from text', async () => {
    const directives = await policy(false);

    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('script-src-attr')).toEqual(["'none'"]);
    expect(directives.get('default-src')).toEqual(["'self'"]);
    expect(directives.get('object-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'self'"]);
  });

  it('names no foreign host without Stripe’s fields', async () => {
    const named = [...(await policy(false))].filter(([name]) => name !== 'img-src').flat(2);

    expect(named.filter((source) => /https?:\/\//.test(source))).toEqual([]);
  });

  it('adds only Stripe’s hosts for its fields, and still nothing unsafe', async () => {
    const directives = await policy(true);

    expect(directives.get('script-src')).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
    expect(directives.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com']);
    expect(directives.get('frame-src')).toContain('https://hooks.stripe.com');
  });
});
