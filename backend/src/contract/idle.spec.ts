import { IdleQueue } from './idle.js';

describe('what is fetched ahead', () => {
  it('waits until it is let, then comes one by one, each when the page is idle, whatever fails', async () => {
    const seen: string[] = [];
    const queue = new IdleQueue(async () => void seen.push('idle'));
    const fetch =
      (name: string, fails = false) =>
      async () => {
        seen.push(name);
        if (fails) throw new Error('no answer');
      };
    queue.add(fetch('page', true));
    // a page names parts of its own as it is loaded
    queue.add(async () => {
      seen.push('other page');
      queue.add(fetch('part'));
    });
    expect(seen).toEqual([]);
    await queue.start();
    expect(seen).toEqual(['idle', 'page', 'idle', 'other page', 'idle', 'part']);
  });
});
