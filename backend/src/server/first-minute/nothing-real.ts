import type { Config } from '../../config/config.js';
import { isLoopback } from '../../config/network.js';
import { isHere } from '../../config/production.js';

/** The setting by which this installation may touch somebody or something real; null: the first minute may be here. */
export function whatIsReal(config: Config): string | null {
  const { host, stripe, retailer } = config;
  const real: Readonly<Record<string, boolean>> = {
    ALLOW_EMBEDDED: config.allowEmbedded || config.production,
    TRUSTED_PROXIES: config.trustedProxies.length > 0,
    HOST: host !== 'localhost' && !isLoopback(host),
    PUBLIC_URL: !isHere(config.publicUrl),
    ADMIN_URL: config.adminUrl !== null,
    EVENTSTORE_URL: config.engines !== null,
    PICTURES_URL: config.bucket !== null,
    STRIPE_SECRET_KEY: stripe.secretKey !== null || stripe.apiUrl !== null,
    RETAILER_URL: retailer.url !== null,
    SMTP_URL: config.smtpUrl !== null,
    PLACES_URL: config.placesUrl !== null,
    ANALYTICS_URL: config.analytics !== null,
    SEED: config.seed === 'none',
  };
  return Object.keys(real).find((name) => real[name]) ?? null;
}
