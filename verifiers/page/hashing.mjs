/** What `hashing` of chain.mjs is in a browser: SHA-256 (FIPS 180-4) at once, because WebCrypto's answers later; signatures by WebCrypto. */

const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number++)
  if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
const fractionOf = (root) => ((root % 1) * 2 ** 32) | 0;
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

const ENCODER = new TextEncoder();
const BLOCK = 64;
const words = new Int32Array(BLOCK);

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

function sha256(...parts) {
  const view = padded(parts.map((part) => (typeof part === 'string' ? ENCODER.encode(part) : part)));
  const state = new Int32Array(START);
  for (let at = 0; at < view.byteLength; at += BLOCK) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setInt32(4 * i, state[i]);
  return new Uint8Array(digest.buffer);
}

function padded(parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, 8n * BigInt(length));
  return view;
}

function compress(state, view, at) {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const near = words[i - 2];
    const far = words[i - 15];
    const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    words[i] = words[i - 16] + small + words[i - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + large + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state.set([
    state[0] + a,
    state[1] + b,
    state[2] + c,
    state[3] + d,
    state[4] + e,
    state[5] + f,
    state[6] + g,
    state[7] + h,
  ]);
}

function textOf(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Null where the browser has no Ed25519: Chrome has it from 137 on, Firefox from 129, Safari from 17. */
async function isSigned(x, text, signature) {
  if (!globalThis.crypto?.subtle) return null;
  const name = 'Ed25519';
  try {
    const key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: name, x }, name, false, ['verify']);
    return await crypto.subtle.verify(name, key, bytesOf(signature), ENCODER.encode(text));
  } catch (error) {
    return error.name === 'NotSupportedError' ? null : false;
  }
}

export const HASHING = { sha256, textOf, bytesOf, isSigned };
