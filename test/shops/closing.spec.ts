import { Closing } from './closing.js';

describe('what has begun', () => {
  let closing: Closing;
  let ended: string[];
  beforeEach(() => {
    closing = new Closing();
    ended = [];
  });
  const add = (name: string) => closing.add(async () => ended.push(name));

  it('is ended once, the last first', async () => {
    await add('database');
    await add('shop');
    await closing.close();
    await closing.close();
    expect(ended).toEqual(['shop', 'database']);
  });

  it('is ended at once where the end came while it began, and nothing follows', async () => {
    await add('database');
    await closing.close();
    await expect(add('shop')).rejects.toThrow('stopped');
    expect(ended).toEqual(['database', 'shop']);
  });
});
