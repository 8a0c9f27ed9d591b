import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { savedCard, sdk } from '@supreme-access/test/fixtures/emulator.js';
import { acpCheckout, acpOption, acpPayment } from '@supreme-access/test/fixtures/shop-doors.js';
import { readConfig } from '../config/config.js';
import { openPartners, type Partners } from './emulators.js';

let directory: string;
let partners: Partners;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'emulators-'));
});
afterEach(async () => {
  await partners.close();
  await rm(directory, { recursive: true, force: true });
});

describe('with nothing configured', () => {
  it('the sandbox takes the money of a token at the Stripe emulator, as the seller that its handler names', async () => {
    const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent', SEED: 'none', PORT: '0' });
    const secrets = { get: (name: string) => `spec-${name}` };
    partners = await openPartners(config, secrets, 'http://127.0.0.1:9');
    const { retailer, stripe } = partners;
    const post = async (path: string, body: object, key: string) => {
      const headers = { authorization: `Bearer ${retailer.key}`, 'api-version': '2026-04-17', 'idempotency-key': key };
      const url = `${retailer.url}/acp${path}`;
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    const { id, capabilities } = await post('/checkout_sessions', acpCheckout(), 'create');
    const { totals } = await post(`/checkout_sessions/${id}`, acpOption('standard'), 'update');
    const [{ config: handler }] = capabilities.payment.handlers;
    const emulator = sdk(stripe.apiUrl ?? '', { key: stripe.key });
    const { payment_method } = await savedCard(emulator, '4242424242424242');
    const path = '/v1/shared_payment/issued_tokens';
    const token = await emulator.rawRequest('POST', path, {
      payment_method,
      seller_details: { network_business_profile: handler.merchant_id },
      usage_limits: {
        currency: 'usd',
        max_amount: totals.at(-1).amount,
        expires_at: Math.floor(Date.now() / 1_000) + 600,
      },
    });

    expect((await post(`/checkout_sessions/${id}/complete`, acpPayment(token.id), 'complete')).status).toBe(
      'completed',
    );
    expect(await emulator.rawRequest('GET', `${path}/${token.id}`)).toMatchObject({
      status: 'consumed',
      usage_details: { amount_captured: { value: 19_044 } },
    });
  });
});
