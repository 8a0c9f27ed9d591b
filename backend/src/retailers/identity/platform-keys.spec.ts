import type { Vault, VaultEntry } from '../../stores/vault/vault.js';
import { isSigned } from '../signatures/message-signatures.js';
import { PlatformKeys } from './platform-keys.js';

const DAY = 24 * 3_600_000;
const PERIOD = 90 * DAY;

function given(start: number) {
  const clock = { now: start };
  const records = new Map<string, VaultEntry>();
  const vault = {
    put: async (kind: string, id: string, value: unknown) => {
      if (records.has(`${kind}/${id}`)) return false;
      records.set(`${kind}/${id}`, { value, createdAt: clock.now });
      return true;
    },
    get: async (kind: string, id: string) => records.get(`${kind}/${id}`),
  } as unknown as Vault;
  return { clock, records, process: () => new PlatformKeys(vault, () => clock.now) };
}
const request = { method: 'GET', url: 'https://shop.example/ucp/checkout-sessions/1', headers: {} };

it('sign as one of the published keys, in every process alike', async () => {
  const { process, records } = given(PERIOD * 220 + DAY);
  const [one, other] = [process(), process()];
  const headers = await one.sign(request);
  expect(await isSigned({ ...request, headers }, await other.publicKeys())).toBe(true);
  expect([...records.keys()]).toEqual(['platform-key/220']);
  const [key] = await one.publicKeys();
  expect(key).toEqual({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    kid: expect.stringMatching(/^220\./),
    x: expect.any(String),
    y: expect.any(String),
  });
});

it('change every 90 days: published a day before they sign, and for 90 days after', async () => {
  const { clock, process } = given(PERIOD * 221 - DAY - 1);
  const keys = process();
  const kids = async () => (await keys.publicKeys()).map(({ kid }) => String(kid).split('.')[0]);
  const signing = async () => /keyid="(\d+)\./.exec((await keys.sign(request))['signature-input'] ?? '')?.[1];
  expect([await kids(), await signing()]).toEqual([['220'], '220']);
  clock.now += 1;
  expect([await kids(), await signing()]).toEqual([['220', '221'], '220']);
  clock.now += DAY;
  expect([await kids(), await signing()]).toEqual([['221', '220'], '221']);
  clock.now += PERIOD;
  expect([await kids(), await signing()]).toEqual([['222', '221'], '222']);
});
