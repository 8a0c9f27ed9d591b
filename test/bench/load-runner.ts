import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../support/program.js';
import type { LoadJob, LoadResult } from './load.js';
import type { Buyer } from './population.js';

export function reservations(
  url: string,
  product: string | ((index: number) => string),
  people: readonly Buyer[],
  connections: number,
): LoadJob {
  const tokens = [...new Set(people.map(({ token }) => token))];
  const indexOf = new Map(tokens.map((token, index) => [token, index]));
  const requests = people.map(({ token, profileId }, index) => {
    const productId = typeof product === 'string' ? product : product(index);
    const body = JSON.stringify({ productId, profileId, size: 'm', style: 'Ink' });
    return [indexOf.get(token) ?? 0, randomUUID(), body] as const;
  });
  return { url, path: '/api/checkout/withprofile', connections, tokens, requests };
}

export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const file = join(tmpdir(), `load-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(job));
  try {
    const program = Program.start('test/dist/test/bench/load.js', {}, [file]);
    const { code } = await program.ended;
    if (code !== 0) throw new Error(`the load generator failed: ${program.text}`);
    return JSON.parse(program.lines.at(-1) ?? '') as LoadResult;
  } finally {
    await rm(file, { force: true });
  }
}
