import { open } from 'lmdb';

/** about as long as an event of ours */
export const TEXT = 'x'.repeat(1_000);

/** A log without a product: texts under rising numbers, each durable once its append resolves. */
export function openBareLog(path: string) {
  const db = open<string, number>({ path, noSubdir: false, encoding: 'string', overlappingSync: false });
  let position = 0;
  const append = async (text: string): Promise<number> => {
    position += 1;
    const own = position;
    await db.put(own, text);
    return own;
  };
  return { append, close: () => db.close() };
}
