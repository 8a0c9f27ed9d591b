import { spawnSync } from 'node:child_process';
import { VECTORS, verifierContract } from '@supreme-access/test/contracts/verifier.contract.js';
import type { RecordedEvent } from '../../stores/event-log/event-log.js';
import { chainHash } from '../../stores/event-log/hash-chain.js';

const isThere = (...args: string[]) => spawnSync('python3', args).status === 0;

if (isThere('--version')) {
  const signs = isThere('-c', 'import cryptography.hazmat.primitives.asymmetric.ed25519');
  verifierContract('Python', { program: 'python3', file: 'verifiers/verify.py', signs });
} else it.skip('the verifier in Python: python3 is not here', () => undefined);

describe('the vectors of docs/log-format.md', () => {
  it.each(VECTORS)('are what the server hashes: $name', ({ line, previous, text: hashed, hash }) => {
    const { stream, revision, metadata, ...event } = JSON.parse(line) as RecordedEvent;
    const { hash: _, ...rest } = metadata;
    expect(JSON.stringify([stream, revision, event.id, event.type, event.data, rest])).toBe(hashed);
    expect(chainHash(previous, stream, revision, { ...event, metadata })).toBe(hash);
  });
});
