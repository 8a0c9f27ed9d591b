import helmet from '@fastify/helmet';
import { fastify } from 'fastify';

/** Origins of Stripe's fields (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  calls: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const NOBODY = { scripts: [], calls: [], frames: [] };
/** SHA-256 of an empty <style>, which Emotion fills by CSSOM (https://www.w3.org/TR/CSP3/#directive-style-src). */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface Page {
  isTls: boolean;
  /** Stripe's script sets inline styles (https://github.com/mozilla/fxa/issues/2138) */
  hasStripeFields?: boolean;
  isDescription?: boolean;
}

/** Helmet's headers, computed once: for each request they cost a tenth of a reservation's processor time. */
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
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'", ...calls],
        frameSrc: ["'self'", ...frames],
        // Browsers would load the assets of a plain http page off localhost by https, and show nothing.
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
