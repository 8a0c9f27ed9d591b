import { randomUUID } from 'node:crypto';
import { AT, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Config } from '../../config/config.js';
import { Limits } from '../../http/limits/limits.js';
import { memoryLimits } from '../../http/limits/memory-limits.js';
import { CardAttempts } from '../../stripe/card-attempts.js';
import { CardTokens } from './billing.js';

const [TEST_NUMBER, OTHER] = ['4242 4242 4242 4242', '4111 1111 1111 1111'];
const TEST_KEYS = [null, 'sk_test_1', 'rk_test_1'];
const OTHER_KEYS = ['sk_live_1', 'rk_live_1', 'mk_1', 'xsk_test_1'];
const OWNERS = [null, 'account-1'];

/** Where card numbers are taken: `key` is Stripe's, null for none. The JWE is the number itself. */
function given(key: string | null): CardTokens {
  const open = async (number: string) => ({ name: 'Ada Quimby', number, code: '123', month: '12', year: '2040' });
  const createToken = async () => ({ ok: true, tokenId: 'tok_1' });
  const tries = new CardAttempts(new Limits(memoryLimits, 'a secret of the vault'), () => AT);
  const config = { stripe: { secretKey: key }, cardRelay: true } as Config;
  const secrets = { get: () => 'a secret of the vault' };
  return new CardTokens({ open } as never, { createToken } as never, tries, secrets as never, config, () => AT);
}

/** What sixty-one tries of one number, each from another network, come to. */
async function outcomes(tokens: CardTokens, number: string, accountId: string | null): Promise<string[]> {
  const found = [];
  for (let n = 0; n < 61; n += 1) {
    const own = { ...metadata, commandId: randomUUID(), client: `203.0.113.${n}` };
    found.push(await tokens.make(number, accountId, own).catch(({ code }) => code));
  }
  return found;
}
const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);
const each = (keys: readonly (string | null)[]) => keys.flatMap((key) => OWNERS.map((owner) => [key, owner] as const));

describe('of one card', () => {
  it.each(each(TEST_KEYS))('a test number is not counted under the key %s (account %s)', async (key, owner) => {
    expect(await outcomes(given(key), TEST_NUMBER, owner)).toEqual(times(61, 'tok_1'));
  });

  it.each(each(OTHER_KEYS))('every number is counted under the key %s (account %s)', async (key, owner) => {
    const counted = [...times(60, 'tok_1'), 'too-many'];
    expect(await outcomes(given(key), TEST_NUMBER, owner)).toEqual(counted);
    expect(await outcomes(given(key), OTHER, owner)).toEqual(counted);
  });

  it.each(each(['sk_test_1', 'rk_test_1']))('another number is counted under %s (account %s)', async (key, owner) => {
    expect(await outcomes(given(key), OTHER, owner)).toEqual([...times(60, 'tok_1'), 'too-many']);
  });

  it.each(OWNERS)('another number is counted without a key, where it is not taken (account %s)', async (owner) => {
    expect(await outcomes(given(null), OTHER, owner)).toEqual([...times(60, 'card-invalid'), 'too-many']);
  });
});
