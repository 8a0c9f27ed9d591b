import type { JweAudience } from '@supreme-access/contract/sealing.js';
import { EncryptJWT, importJWK, type JWTPayload } from 'jose';
import type { Vault, VaultEntry } from '../../stores/vault/vault.js';
import { BrowserKeys } from './browser-keys.js';

const DAY = 24 * 3_600_000;
const MIDNIGHT = Date.UTC(2026, 6, 15);

/** A vault in memory that lives by a clock of its own. */
function memoryVault(clock: { now: number }) {
  const records = new Map<string, VaultEntry>();
  const get = (key: string) => {
    const entry = records.get(key);
    return entry && (entry.expiresAt ?? Number.POSITIVE_INFINITY) > clock.now ? entry : undefined;
  };
  const vault = {
    put: async (kind: string, id: string, value: unknown, options: { expiresAt?: number } = {}) => {
      if (get(`${kind}/${id}`)) return false;
      records.set(`${kind}/${id}`, { value: structuredClone(value), createdAt: clock.now, ...options });
      return true;
    },
    get: async (kind: string, id: string) => get(`${kind}/${id}`),
  };
  return vault as unknown as Vault;
}

function given(now = MIDNIGHT + 1_000) {
  const clock = { now };
  const vault = memoryVault(clock);
  const process = () => new BrowserKeys(vault, () => clock.now);
  return { clock, process, keys: process() };
}

interface Sent {
  claims?: JWTPayload;
  header?: Record<string, unknown>;
  audience?: JweAudience;
  subject?: string | null;
  iat?: number;
}

/** What a browser does with the first of the server's keys. */
async function encrypt(keys: BrowserKeys, now: number, sent: Sent = {}): Promise<string> {
  const [jwk] = await keys.publicKeys();
  if (!jwk) throw new Error('no key');
  const header = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: String(jwk.kid), ...sent.header };
  const claims: JWTPayload = {
    data: { code: '123' },
    aud: sent.audience ?? 'code',
    iat: sent.iat ?? Math.floor(now / 1000),
    jti: crypto.randomUUID(),
    ...(sent.subject === null ? {} : { sub: sent.subject ?? 'account-1' }),
    ...sent.claims,
  };
  return new EncryptJWT(claims).setProtectedHeader(header).encrypt(await importJWK(jwk, header.alg));
}

const expected = (now: number) => ({ audience: 'code' as const, subject: 'account-1', commandId: 'command-1', now });
const refused = (reason: string) => expect.objectContaining({ name: 'Error', reason });

describe('the keys offered to browsers', () => {
  it('are public P-256 keys without their private part', async () => {
    const [key, ...others] = await given().keys.publicKeys();
    expect(others).toEqual([]);
    expect(key).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      use: 'enc',
      alg: 'ECDH-ES+A256KW',
      kid: expect.any(String),
    });
  });

  it('are the same in every process, also when all ask at once', async () => {
    const { process } = given();
    const answers = await Promise.all([process(), process(), process()].map((each) => each.publicKeys()));
    expect(new Set(answers.map((keys) => JSON.stringify(keys))).size).toBe(1);
  });

  it('change every day, the newest first, and are read for one more day', async () => {
    const { clock, process, keys } = given();
    const [first] = await keys.publicKeys();
    const early = await encrypt(keys, clock.now);
    clock.now = MIDNIGHT + DAY - 1;
    expect(await keys.publicKeys()).toEqual([first]);

    clock.now = MIDNIGHT + DAY;
    const [second, ...older] = await keys.publicKeys();
    expect(older).toEqual([first]);
    expect(second).not.toEqual(first);

    const late = await encrypt(keys, clock.now, { header: { kid: 'none' } });
    await expect(keys.open(late, expected(clock.now))).rejects.toEqual(refused('unknown-key'));
    // A key offered yesterday is still read: only the age of what it encrypted is refused.
    await expect(process().open(early, expected(clock.now))).rejects.toEqual(refused('stale'));
    clock.now = MIDNIGHT + 2 * DAY;
    await expect(keys.open(early, expected(clock.now))).rejects.toEqual(refused('unknown-key'));
  });

  it('of another installation, or of yesterday before everything was reset, are unknown', async () => {
    const { clock, keys } = given();
    await keys.publicKeys();
    const jwe = await encrypt(given().keys, clock.now);
    await expect(keys.open(jwe, expected(clock.now))).rejects.toEqual(refused('unknown-key'));
  });

  it('made by another process, even one whose clock is ahead, are found when first used', async () => {
    const { clock, process, keys } = given(MIDNIGHT - 500);
    await keys.publicKeys();
    const ahead = process();
    clock.now = MIDNIGHT + 100;
    const jwe = await encrypt(ahead, MIDNIGHT);
    expect(await keys.open(jwe, expected(MIDNIGHT - 400))).toEqual({ code: '123' });
  });
});

describe('what a browser encrypted', () => {
  it('is opened for the account, audience and time it was made for', async () => {
    const { clock, keys } = given();
    expect(await keys.open(await encrypt(keys, clock.now), expected(clock.now))).toEqual({ code: '123' });
  });

  it('holds texts as people meant them, and no half of a character', async () => {
    const { clock, keys } = given();
    const sent = (name: string) => encrypt(keys, clock.now, { claims: { data: { name, inside: [name] } } });
    expect(await keys.open(await sent(' Zoe\u0308\u200b'), expected(clock.now))).toEqual({
      name: 'Zoë',
      inside: ['Zoë'],
    });
    await expect(keys.open(await sent('Zo\ud800'), expected(clock.now))).rejects.toMatchObject({
      code: 'invalid',
      kind: 'invalid',
      message: 'What you sent contains a broken character. Please type it again.',
    });
  });

  it('of a guest has no subject', async () => {
    const { clock, keys } = given();
    const { subject, ...guest } = expected(clock.now);
    expect(await keys.open(await encrypt(keys, clock.now, { subject: null }), guest)).toEqual({ code: '123' });
    const named = await encrypt(keys, clock.now, { subject });
    await expect(keys.open(named, guest)).rejects.toEqual(refused('subject'));
  });

  it.each<[string, Sent]>([
    ['audience', { audience: 'card' }],
    ['audience', { claims: { aud: ['code', 'card'] } }],
    ['subject', { subject: 'account-2' }],
    ['subject', { subject: null }],
    ['malformed', { claims: { jti: undefined } }],
    ['malformed', { claims: { iat: undefined } }],
    ['malformed', { claims: { data: 'text' } }],
    ['algorithm', { header: { enc: 'A128GCM' } }],
    ['algorithm', { header: { alg: 'ECDH-ES' } }],
    ['algorithm', { header: { zip: 'DEF' } }],
    ['too-large', { claims: { data: { name: 'x'.repeat(70_000) } } }],
  ])('is refused for its %s: %j', async (reason, sent) => {
    const { clock, keys } = given();
    const jwe = await encrypt(keys, clock.now, sent);
    await expect(keys.open(jwe, expected(clock.now))).rejects.toEqual(refused(reason));
  });

  it('is refused when older than ten minutes or more than a minute ahead', async () => {
    const { clock, keys } = given();
    const age = async (seconds: number) =>
      keys.open(await encrypt(keys, clock.now, { iat: clock.now / 1000 - seconds }), expected(clock.now));
    await expect(age(600)).resolves.toBeDefined();
    await expect(age(601)).rejects.toEqual(refused('stale'));
    await expect(age(-60)).resolves.toBeDefined();
    await expect(age(-61)).rejects.toEqual(refused('stale'));
  });

  it('is refused when a letter of it was changed', async () => {
    const { clock, keys } = given();
    const jwe = await encrypt(keys, clock.now);
    const at = jwe.lastIndexOf('.') - 5;
    const changed = jwe.slice(0, at) + (jwe[at] === 'A' ? 'B' : 'A') + jwe.slice(at + 1);
    await expect(keys.open(changed, expected(clock.now))).rejects.toEqual(refused('undecryptable'));
  });

  it.each(['', 'no.jwe', 'a.b.c.d.e', null, undefined, 7, {}])('is not %j', async (jwe) => {
    const { clock, keys } = given();
    await expect(keys.open(jwe, expected(clock.now))).rejects.toEqual(refused('malformed'));
  });
});

describe('a used jti', () => {
  it('passes again for the same command and text, in any process', async () => {
    const { clock, process, keys } = given();
    const jwe = await encrypt(keys, clock.now);
    await keys.open(jwe, expected(clock.now));
    expect(await process().open(jwe, expected(clock.now))).toEqual({ code: '123' });
  });

  it('is a replay for another command', async () => {
    const { clock, keys } = given();
    const jwe = await encrypt(keys, clock.now);
    await keys.open(jwe, expected(clock.now));
    const other = { ...expected(clock.now), commandId: 'command-2' };
    await expect(keys.open(jwe, other)).rejects.toEqual(refused('replayed'));
  });

  it('is a replay for the same command with another text', async () => {
    const { clock, keys } = given();
    const sent = { claims: { jti: 'one' } };
    await keys.open(await encrypt(keys, clock.now, sent), expected(clock.now));
    const again = await encrypt(keys, clock.now, sent);
    await expect(keys.open(again, expected(clock.now))).rejects.toEqual(refused('replayed'));
  });

  it('is remembered for as long as its text could be sent', async () => {
    const { clock, keys } = given();
    const jwe = await encrypt(keys, clock.now, { iat: (clock.now + 60_000) / 1000 });
    await keys.open(jwe, expected(clock.now));
    const other = () => ({ ...expected(clock.now), commandId: 'command-2' });
    clock.now += 660_000;
    await expect(keys.open(jwe, other())).rejects.toEqual(refused('replayed'));
    clock.now += 1;
    await expect(keys.open(jwe, other())).rejects.toEqual(refused('stale'));
  });

  it('of one account does not use up that of another', async () => {
    const { clock, keys } = given();
    const claims = { jti: 'one' };
    await keys.open(await encrypt(keys, clock.now, { claims }), expected(clock.now));
    const other = await encrypt(keys, clock.now, { claims, subject: 'account-2' });
    expect(await keys.open(other, { ...expected(clock.now), subject: 'account-2' })).toEqual({ code: '123' });
  });
});
