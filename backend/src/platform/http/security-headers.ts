import helmet from '@fastify/helmet';
import { fastify } from 'fastify';

/**
 * What helmet sets on every answer. It computes them anew each time, a tenth of a reservation's processor time, and they never
 * change: so they are asked for once.
 */
export async function securityHeaders(isTls: boolean): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", 'https://js.stripe.com'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:'],
        connectSrc: ["'self'", 'https://api.stripe.com'],
        frameSrc: ["'self'", 'https://js.stripe.com', 'https://hooks.stripe.com'],
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
