import { FAULTS, type FaultRates } from './faults.js';
import { stripeSeller } from './seller.js';
import type { SandboxOptions } from './server.js';

/**
 * Settings of a sandbox that runs as a process of its own: SANDBOX_DIR and SANDBOX_KEY, and optionally SANDBOX_HOST,
 * SANDBOX_PORT, SANDBOX_SEED, SANDBOX_STOCK, SANDBOX_LATENCY (`{"min": ms, "max": ms}`), SANDBOX_FAILURES
 * (`{"soldOut": 0.1, ...}`), SANDBOX_HOLD_MS, SANDBOX_SLOW_MS, SANDBOX_SESSION_MS. At the doors of UCP and ACP it takes the money with
 * STRIPE_API_URL and SANDBOX_STRIPE_KEY as SANDBOX_SELLER, and tells orders to SANDBOX_UCP_WEBHOOK and SANDBOX_ACP_WEBHOOK.
 * @throws naming the setting that is missing or impossible
 */
export function readSettings(env: NodeJS.ProcessEnv): SandboxOptions {
  const { min = 0, max = min } = numbers(env, 'SANDBOX_LATENCY', ['min', 'max']);
  if (max < min) throw new Error('SANDBOX_LATENCY: max is below min');
  const failures: FaultRates = numbers(env, 'SANDBOX_FAILURES', FAULTS);
  return {
    directory: required(env, 'SANDBOX_DIR'),
    key: required(env, 'SANDBOX_KEY'),
    host: env.SANDBOX_HOST || '127.0.0.1',
    port: whole(env, 'SANDBOX_PORT', 0, 65_535),
    seed: env.SANDBOX_SEED || 'sandbox',
    stock: whole(env, 'SANDBOX_STOCK', 1_000),
    holdMs: whole(env, 'SANDBOX_HOLD_MS', 30_000),
    slowMs: whole(env, 'SANDBOX_SLOW_MS', 3_000),
    sessionMs: whole(env, 'SANDBOX_SESSION_MS', 21_600_000),
    latency: { min, max },
    failures,
    ...selling(env),
  };
}

function selling(env: NodeJS.ProcessEnv): Partial<SandboxOptions> {
  const { STRIPE_API_URL: url, SANDBOX_SELLER: seller, SANDBOX_UCP_WEBHOOK: ucp, SANDBOX_ACP_WEBHOOK: acp } = env;
  return {
    ...(url ? { takePayment: stripeSeller(url, required(env, 'SANDBOX_STRIPE_KEY')) } : {}),
    ...(seller ? { seller } : {}),
    webhooks: { ...(ucp ? { ucp } : {}), ...(acp ? { acp } : {}) },
  };
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

function whole(env: NodeJS.ProcessEnv, name: string, otherwise: number, max = 1_000_000_000): number {
  const value = env[name];
  if (!value) return otherwise;
  if (!/^\d+$/.test(value) || Number(value) > max) throw new Error(`${name} must be a whole number up to ${max}`);
  return Number(value);
}

function numbers<Key extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  keys: readonly Key[],
): Partial<Record<Key, number>> {
  let value: unknown;
  try {
    value = JSON.parse(env[name] || '{}');
  } catch {
    throw new Error(`${name} must be JSON`);
  }
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]];
  const found: Partial<Record<Key, number>> = {};
  for (const [entry, number] of entries) {
    const key = keys.find((one) => one === entry);
    if (!key || typeof number !== 'number' || !(number >= 0)) {
      throw new Error(`${name} must be an object of numbers with ${keys.join(', ')}`);
    }
    found[key] = number;
  }
  return found;
}
