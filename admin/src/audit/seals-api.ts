import type { PublicKey, PublishedSeal, SealsFile } from '@supreme-access/contract/shapes/audit.js';
import { http } from '../http.js';
import type { Proof } from '../ui/OwnProof.js';

const FILE = '/.well-known/supreme-access/seals.json';

async function page(before: number | null): Promise<SealsFile> {
  // Browsers keep the file for a minute, in which a new key would be unknown.
  return (await http(before === null ? FILE : `${FILE}?before=${before}`, { cache: 'no-cache' })).json;
}

export const sealsApi = {
  keys: async (): Promise<PublicKey[]> => (await page(null)).keys,

  everything: async (): Promise<SealsFile> => {
    const newest = await page(null);
    const seals: PublishedSeal[] = [...newest.seals];
    for (let { before } = newest; before !== null; ) {
      const older = await page(before);
      seals.unshift(...older.seals);
      before = older.before;
    }
    return { keys: newest.keys, seals, before: null };
  },

  newKey: async (body: Proof, key: string): Promise<{ keyId: string }> => {
    const headers = new Headers({ 'Idempotency-Key': key });
    return (await http('/api/admin/seals/key', { method: 'POST', headers, body: JSON.stringify(body) })).json;
  },
};
