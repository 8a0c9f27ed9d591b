import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { v5 } from 'uuid';
import { canonicalJson, commandIdFrom, isUuid, orderIdFrom, randomId, requestHash, sha256, uuidV5 } from './ids.js';

const NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

describe('an id made from texts', () => {
  it('is the same for the same texts and a UUID', () => {
    const id = uuidV5(NAMESPACE, 'a', 'b');
    expect(uuidV5(NAMESPACE, 'a', 'b')).toBe(id);
    expect(isUuid(id)).toBe(true);
  });

  it('differs when the texts are parted differently', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(uuidV5(NAMESPACE, ...one)).not.toBe(uuidV5(NAMESPACE, ...other));
      }),
    );
  });

  it('of a command never changes between versions of the product', () =>
    expect(commandIdFrom('account-1', 'POST /api/checkout/withprofile', 'key-1')).toBe(
      '93a7419b-66d1-5790-8a01-e57ffad272c5',
    ));

  it('of an order is the UUIDv5 of the product under the command', () => {
    // RFC 9562, appendix A.4
    expect(orderIdFrom(NAMESPACE, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
    expect(orderIdFrom(NAMESPACE, 'p1')).not.toBe(orderIdFrom(NAMESPACE, 'p2'));
  });

  it('is what the library makes of it, whatever the text and the namespace', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), (namespace, text) => {
        expect(orderIdFrom(namespace, text)).toBe(v5(text, namespace));
      }),
    );
  });
});

describe('the text of a body', () => {
  it('does not depend on the order of fields, nor on absent ones', () => {
    const one = canonicalJson({ a: 1, b: { c: [1, 'x'], d: null } });
    expect(canonicalJson({ b: { d: null, c: [1, 'x'], e: undefined }, a: 1 })).toBe(one);
  });

  it('depends on everything else', () => {
    const bodies = [
      undefined,
      '',
      0,
      [],
      {},
      [0],
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { b: 1 },
      [{ a: 1 }],
      { a: { b: 1 } },
    ];
    expect(new Set(bodies.map(canonicalJson)).size).toBe(bodies.length);
  });

  it('is that of the body after a journey as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (body) => {
        expect(canonicalJson(JSON.parse(JSON.stringify(body)))).toBe(canonicalJson(body));
      }),
    );
  });

  it('refuses a body nested too deeply instead of overflowing the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(() => canonicalJson(deep)).toThrow(expect.objectContaining({ code: 'too-deep', kind: 'invalid' }));
  });
});

describe('the hash of a request', () => {
  const secret = createSecretKey(Buffer.from('a secret'));
  const guess = createSecretKey(Buffer.from('a guess'));

  it('is the same for the same request, and says nothing to whoever lacks the secret', () => {
    const hash = requestHash(secret, '{"password":"correct horse 7"}');
    expect(requestHash(secret, '{"password":"correct horse 7"}')).toBe(hash);
    expect(requestHash(secret, '{"password":"correct horse 8"}')).not.toBe(hash);
    expect(requestHash(guess, '{"password":"correct horse 7"}')).not.toBe(hash);
  });
});

describe('small ids', () => {
  it('hashes texts and bytes alike', () => {
    expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    expect(sha256(Buffer.from('abc'))).toBe(sha256('abc'));
  });

  it('makes random UUIDs and knows a UUID when it sees one', () => {
    expect(randomId()).not.toBe(randomId());
    expect([randomId(), NAMESPACE].every(isUuid)).toBe(true);
    expect(['', 'x', `${NAMESPACE} `, 7, null, undefined].some(isUuid)).toBe(false);
  });
});
