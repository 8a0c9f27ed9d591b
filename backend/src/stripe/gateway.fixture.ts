import { KEY, SECRET } from '../partners/stripe-emulator/emulator.fixture.js';
import type { StripeEmulator } from '../partners/stripe-emulator/stripe-emulator.js';
import type { SavedCardResult } from './payment-results.js';
import { StripeGateway, type StripeGatewayOptions } from './stripe-gateway.js';

export function gatewayTo(emulator: StripeEmulator, options: Partial<StripeGatewayOptions> = {}): StripeGateway {
  return new StripeGateway({
    secretKey: KEY,
    installation: 'here',
    apiUrl: emulator.url,
    webhookSecret: SECRET,
    timeout: 2_000,
    maxNetworkRetries: 0,
    ...options,
  });
}

export const cardData = (number: string) => ({ name: 'Ada Lovelace', number, month: 12, year: 2040, code: '123' });

export type Saved = Extract<SavedCardResult, { ok: true }>;

export async function saved(gateway: StripeGateway, number: string, customerId: string | null = null): Promise<Saved> {
  const token = await gateway.createToken(cardData(number));
  if (!token.ok) throw new Error(token.code);
  const card = await gateway.saveCard({
    customerId,
    email: 'ada@example.test',
    name: 'Ada Lovelace',
    token: token.tokenId,
    ref: { accountId: 'a-1' },
    mandateVersion: '2030-01',
    idempotencyKey: `card:${token.tokenId}`,
  });
  if (!card.ok) throw new Error(card.code);
  return card;
}

export async function intentOf(
  gateway: StripeGateway,
  orderId: string,
  customerId: string,
  mayBeForgotten = false,
): Promise<string> {
  const wanted = { orderId, amount: 2_000, currency: 'usd', customerId, mayBeForgotten };
  const intent = await gateway.createIntent(wanted);
  if (intent.kind !== 'created') throw new Error(intent.kind);
  return intent.intentId;
}
