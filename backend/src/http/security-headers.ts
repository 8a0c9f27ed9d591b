import helmet from '@fastify/helmet';
import { fastify } from 'fastify';

/** What Stripe's own fields load and frame (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  calls: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const NOBODY = { scripts: [], calls: [], frames: [] };
/**
 * SHA-256 of nothing: a <style> that is empty, which Emotion (of react-admin) then fills through the CSSOM. What React sets in `style`
 * goes that way too; neither is inline style (https://www.w3.org/TR/CSP3/#directive-style-src).
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface Page {
  isTls: boolean;
  /** cards are typed into Stripe's own fields here, whose script sets styles within the page (https://github.com/mozilla/fxa/issues/2138) */
  hasStripeFields?: boolean;
  /** it is Swagger's, with styles in its text */
  isDescription?: boolean;
}

/**
 * What helmet sets on every answer. It computes them anew each time, a tenth of a reservation's processor time, and they never
 * change: so they are asked for once. Other people's scripts may run only where cards are typed into Stripe's own fields.
 */
export async function securityHeaders(page: Page): Promise<Record<string, string>> {
  const { isTls, hasStripeFields = false, isDescription = false } = page;
  const { scripts, calls, frames } = hasStripeFields ? STRIPE : NOBODY;
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", hasStripeFields || isDescription ? "'unsafe-inline'" : EMPTY_STYLE],
        // blob: a picture that is shown before it is uploaded
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'", ...calls],
        frameSrc: ["'self'", ...frames],
        // Browsers would turn every asset of a plain http page off localhost into https, and show nothing.
        upgradeInsecureRequests: isTls ? [] : null,
      },
    },
    strictTransportSecurity: isTls,
  });
  let set: Record<string, unknown> = {};
  probe.get('/', async (_request, reply) => {
    set = reply.raw.getHeaders();
    return '';
  });
  await probe.inject('/');
  await probe.close();
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
}
