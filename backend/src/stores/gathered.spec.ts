import { Gathered } from './gathered.js';

const turn = () => new Promise(setImmediate);

describe('gathered calls', () => {
  it('of one turn are one call, and each caller gets its own', async () => {
    const calls: (readonly string[])[] = [];
    const gathered = new Gathered(async (ids) => {
      calls.push(ids);
      return new Map(ids.filter((id) => id !== 'none').map((id) => [id, `row ${id}`]));
    });
    const first = ['a', 'b', 'a', 'none'].map((id) => gathered.get(id));
    await turn();
    const second = gathered.get('a');
    expect(await Promise.all(first)).toEqual(['row a', 'row b', 'row a', undefined]);
    expect(await second).toBe('row a');
    expect(calls).toEqual([['a', 'b', 'none'], ['a']]);
  });

  it('fail together, and the next turn calls anew', async () => {
    let isAway = true;
    const gathered = new Gathered(async (ids) => {
      if (isAway) throw new Error('away');
      return new Map(ids.map((id) => [id, true]));
    });
    const both = await Promise.allSettled([gathered.get('a'), gathered.get('b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await gathered.get('a')).toBe(true);
  });
});
