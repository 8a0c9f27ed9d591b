import { inRequest, RequestContext } from '../telemetry/request-context.js';
import { UnderWay } from './under-way.js';

describe('copies of a request that is under way', () => {
  /** `end` lets the one that is under way end, or has it refused. */
  function begun() {
    const underWay = new UnderWay();
    let tried = 0;
    const waiting: { end: (answer: string) => void; refuse: (why: Error) => void }[] = [];
    const does = () => {
      tried += 1;
      return new Promise<string>((end, refuse) => waiting.push({ end, refuse }));
    };
    const ask = (key = 'one') => underWay.first(key, does, async () => 'again');
    return { ask, waiting, tried: () => tried };
  }

  it('wait for it, and do nothing themselves', async () => {
    const { ask, waiting, tried } = begun();
    const answers = [ask(), ask(), ask()];
    waiting[0]?.end('done');
    expect(await Promise.all(answers)).toEqual(['done', 'again', 'again']);
    expect(tried()).toBe(1);
  });

  it('are refused as it is; one that comes later is judged again', async () => {
    const { ask, waiting, tried } = begun();
    const answers = Promise.allSettled([ask(), ask()]);
    waiting[0]?.refuse(new Error('wrong password'));
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = ask();
    waiting[1]?.end('done');
    expect([await later, tried()]).toEqual(['done', 2]);
  });

  it('wait no longer than they have time, however long the one under way takes', async () => {
    const { ask, waiting } = begun();
    const first = ask();
    const copy = inRequest(new RequestContext(0), () => ask());
    await expect(copy).rejects.toMatchObject({ kind: 'unavailable', code: 'unavailable' });
    waiting[0]?.end('done');
    expect(await first).toBe('done');
  });

  it('are those of one key alone', async () => {
    const { ask, waiting, tried } = begun();
    const answers = [ask('one'), ask('another')];
    for (const { end } of waiting) end('done');
    expect([await Promise.all(answers), tried()]).toEqual([['done', 'done'], 2]);
  });
});
