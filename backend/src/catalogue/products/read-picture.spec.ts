import { png } from '@supreme-access/test/fixtures/pictures.js';
import { readPicture } from './read-picture.js';

describe('reading pictures', () => {
  it('is done one at a time; a few wait, and whoever would wait behind them is told so', async () => {
    const file = await png(20, 20);
    const reads = Array.from({ length: 7 }, () => readPicture(file).catch((error: unknown) => error));
    const answers = await Promise.all(reads);
    expect(answers.slice(0, 5)).toEqual(Array(5).fill(expect.objectContaining({ width: 20, height: 20 })));
    const busy = expect.objectContaining({ code: 'busy', kind: 'unavailable', retryAfter: 5 });
    expect(answers.slice(5)).toEqual([busy, busy]);
    expect(await readPicture(file)).toMatchObject({ width: 20 });
  });
});
