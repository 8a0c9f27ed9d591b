import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventMetadata, RecordedEvent, StoredEvent } from '../../backend/src/stores/event-log/event-log.js';
import { chainHash, GENESIS } from '../../backend/src/stores/event-log/hash-chain.js';
import { seal } from '../../backend/src/stores/vault/seal.js';
import { ROOT } from './root.js';

/** The stored event without its hash, and with `data.personal` in clear. */
interface EventSample {
  stream: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: Omit<EventMetadata, 'hash'>;
}

/** seals the personal data of every sample */
export const SAMPLE_KEY = Buffer.alloc(32, 7);

/** The samples of test/samples/events as a log returns them: sealed, chained within their stream, one position each. */
export async function eventSamples(): Promise<RecordedEvent[]> {
  const directory = join(ROOT, 'test/samples/events');
  const files = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
  const heads = new Map<string, { revision: number; hash: string }>();
  return texts
    .flatMap((text) => JSON.parse(text) as EventSample[])
    .map((sample, index) => {
      const head = heads.get(sample.stream) ?? { revision: -1, hash: GENESIS };
      const revision = head.revision + 1;
      const stored = asStored(sample, revision, head.hash);
      heads.set(sample.stream, { revision, hash: stored.metadata.hash });
      return { ...stored, stream: sample.stream, revision, position: index + 1 };
    });
}

function asStored({ stream, id, type, data, metadata }: EventSample, revision: number, previous: string): StoredEvent {
  const sealed = 'personal' in data ? { ...data, personal: seal(SAMPLE_KEY, `${stream}/${id}`, data.personal) } : data;
  const event = { id, type, data: sealed, metadata: { ...metadata, hash: '' } };
  return { ...event, metadata: { ...metadata, hash: chainHash(previous, stream, revision, event) } };
}
