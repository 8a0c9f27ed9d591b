#!/usr/bin/env node
/**
 * Checks an exported log of Supreme Access, offline: no server, no installation, no package; Node.js 20 or newer and this folder are all it
 * takes. The server's own runs walk the chains with it as well, and verifier.html is made of the same modules.
 * What is checked, and why, is in docs/log-format.md; verify.py is its twin, written from that page alone.
 */
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as chain from './chain.mjs';
import { checkFork, checkSeals, sealsIn } from './seals.mjs';

const USAGE = `usage: node verify.mjs <export.ndjson> [--seals <seals.json>]... [--key <public key>]... [--other <export.ndjson>] [--part]
  --seals  what /.well-known/supreme-access/seals.json answered; fetch it BEFORE the export. More than one page: once for each
  --key    a public key that you noted before; seals of other keys are then refused, but for those that a sealed event names after it
  --other  a second export of the same log: whichever is shorter must be how the longer begins
  --part   the export is only a part (some streams, or a range): chains are checked from the first event it holds of each
exit code: 0 everything holds, 1 something was found, 2 it could not be checked`;

const HASHING = {
  sha256: (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest(),
  textOf: (bytes) => bytes.toString('base64url'),
  bytesOf: (text) => Buffer.from(text, 'base64url'),
  isSigned(x, text, signature) {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return isSigned(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  },
};

/** The walk of chain.mjs, with the hashes of Node.js. */
export class ChainWalk extends chain.ChainWalk {
  constructor(options) {
    super(HASHING, options);
  }
}

async function* bytesIn(path) {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw error.code ? new chain.Unusable(`${path} cannot be read (${error.code}).`) : error;
  }
}

function readSeals(path) {
  try {
    return sealsIn(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new chain.Unusable(`${path} is not what seals.json answers (${error.code ?? error.message}).`);
  }
}

async function run(path, { seals = [], key = [], other, part = false }) {
  if (!key.every(chain.isHash)) throw new chain.Unusable('A public key is 43 characters of base64url.');
  const files = seals.map(readSeals);
  const log = await chain.walk(HASHING, bytesIn(path), part);
  const second = other === undefined ? null : await chain.walk(HASHING, bytesIn(other), part);
  const findings = [...log.findings];
  if (second) await chain.noting(findings, () => checkFork(log, second));
  const options = { files, pinned: key, isPart: part };
  const checked = await chain.noting(findings, () => checkSeals(HASHING, log, options));
  if (findings.length > 0) return findings;
  if (second?.findings.length > 0) throw new chain.Unusable(`In the other export: ${second.findings[0]}`);
  console.log(told(log, checked.seals, part, key.length > 0));
  return [];
}

function told({ entries, streams, accepted }, seals, isPart, isPinned) {
  const places = accepted.map((place) => `\nACCEPTED by an operator: ${place}`).join('');
  const chains = `${entries.length} events in ${streams} streams: every chain holds.${places}`;
  const last = seals.at(-1);
  if (!last) return `${chains}\nThere is no seal: a log that was written anew as a whole would look like this one.`;
  const when = new Date(last.at).toISOString();
  const held = `${seals.length} seals hold, the last one, number ${last.number} of ${when}, over ${last.size} events.`;
  const part = isPart ? '\nThey could not be compared with a part of the log.' : '';
  const keys = [...new Set(seals.map(({ keyId }) => keyId))].join(', ');
  const trust = isPinned
    ? 'as given, or named under a seal of one that was given'
    : 'which you should compare with what you noted before, or give with --key';
  return `${chains}\n${held}${part}\nKey ${keys}, ${trust}.`;
}

function readArguments() {
  const many = { type: 'string', multiple: true };
  // A key may begin with a dash, which would be taken for an option.
  const joined = (all, one) => (all.at(-1) === '--key' ? [...all.slice(0, -1), `--key=${one}`] : [...all, one]);
  const args = process.argv.slice(2).reduce(joined, []);
  const flag = { type: 'boolean' };
  const options = { seals: many, key: many, other: { type: 'string' }, part: flag, help: { ...flag, short: 'h' } };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    if (positionals.length === 1) return [positionals[0], values];
  } catch {
    // told how below
  }
  throw new chain.Unusable(USAGE);
}

async function main() {
  try {
    const findings = await run(...readArguments());
    for (const one of findings) console.log(one);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } catch (error) {
    console.log(error instanceof chain.Unusable ? error.message : error);
    process.exitCode = 2;
  }
}

// The server walks its chains with this file too.
const started = process.argv[1];
if (started && realpathSync(started) === fileURLToPath(import.meta.url)) await main();
