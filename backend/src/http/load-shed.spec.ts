import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { canWait, judgeLoad, LoadShed } from './load-shed.js';

describe('what can wait', () => {
  it.each([
    ['GET', '/api/admin/orders', 'read'],
    ['GET', '/api/admin/orders/o-1/story', 'read'],
    ['GET', '/api/user/orders/o-1/story', 'read'],
    ['GET', '/api/admin/events', 'read'],
    ['GET', '/users', 'read'],
    ['GET', '/api/admin/orders/export', 'export'],
    ['GET', '/api/user/export', 'export'],
  ])('is %s %s', (method, path, kind) => expect(canWait(method, path)).toBe(kind));

  it.each([
    ['POST', '/api/checkout/withprofile'],
    ['POST', '/api/admin/orders/refund'],
    ['GET', '/api/admin/aco/getJSON/o-1'],
    ['GET', '/api/products'],
    ['GET', '/api/user/orders'],
    ['GET', '/api/user/profiles'],
    ['GET', '/api/keys'],
    ['GET', '/readyz'],
    ['GET', '/admin/orders'],
  ])('is not %s %s', (method, path) => expect(canWait(method, path)).toBeNull());
});

describe('a process under load', () => {
  let warnings: unknown[];
  let shed: LoadShed;
  beforeEach(() => {
    warnings = [];
    shed = new LoadShed({ warn: (warning: unknown) => warnings.push(warning) } as never);
  });
  /** of so many that ask in one window, how many are let in; they are answered at once */
  const admitted = (requests: number) => {
    const ends = Array.from({ length: requests }, () => {
      const end = shed.admit('read');
      end?.();
      return end;
    });
    return ends.filter((end) => end !== null).length;
  };

  /** windows of overload: with the first three it begins */
  const overload = (windows: number) => {
    for (let window = 0; window < windows; window += 1) shed.judge(26, 0.9);
  };

  it.each([
    ['it keeps up', 24, 0.99],
    ['others take the processor from it', 200, 0.5],
  ])('lets everybody in while %s', (_, late, busy) => {
    for (let window = 0; window < 10; window += 1) shed.judge(late, busy);
    expect(admitted(500)).toBe(500);
  });

  it('lets everybody in after one long answer', () => {
    for (let window = 0; window < 10; window += 1) {
      overload(2);
      shed.judge(0, 0.9);
    }
    expect(admitted(500)).toBe(500);
  });

  it('halves what it lets in for as long as it is late, down to what a single asker asks for', () => {
    overload(2);
    expect(admitted(100)).toBe(100);
    overload(1);
    expect(admitted(100)).toBe(50);
    overload(1);
    expect(admitted(100)).toBe(25);
    overload(5);
    expect(admitted(100)).toBe(3);
  });

  it('lets in more and more once it keeps up again, and says then how many it sent away', () => {
    overload(3);
    expect(admitted(10)).toBe(3);
    const windows = Array.from({ length: 8 }, () => {
      shed.judge(0, 0.1);
      return admitted(100);
    });
    expect(windows).toEqual([5, 8, 11, 15, 20, 26, 34, 44]);
    expect(warnings).toEqual([]);
    for (let window = 0; window < 20; window += 1) shed.judge(0, 0.1);
    expect(admitted(2_000)).toBe(2_000);
    expect(warnings).toEqual([{ sentAway: 10 - 3 + 8 * 100 - 163 }]);
  });

  it('lets everybody in again at once when nobody was sent away meanwhile', () => {
    overload(5);
    shed.judge(0, 0.1);
    expect(admitted(500)).toBe(500);
  });

  it('lets ten in whenever it is on time, also in a window that began late', () => {
    overload(3);
    expect(admitted(10)).toBe(3);
    shed.rests();
    expect(admitted(20)).toBe(10);
  });

  it('keeps no more exports under way than eight, and lists are let in beside them', () => {
    const hung = Array.from({ length: 8 }, () => shed.admit('export'));
    expect(hung).not.toContain(null);
    expect(shed.admit('export')).toBeNull();
    expect(shed.admit('read')).not.toBeNull();
    hung[0]?.();
    expect(shed.admit('export')).not.toBeNull();
  });
});

describe('a server under load', () => {
  let fastify: FastifyInstance;
  afterEach(() => fastify.close());

  /** how often a window was judged one of overload while every turn took so many ms; `used`: ms of processor time so far */
  async function overloads(ms: number, used: () => number): Promise<number> {
    fastify = Fastify();
    const judged: boolean[] = [];
    const shed = {
      judge: (late: number, busy: number) => judged.push(late > 25 && busy > 0.85),
      rests: () => undefined,
    };
    judgeLoad(fastify, shed as unknown as LoadShed, used);
    for (let turn = 0; turn < 8; turn += 1) {
      const end = performance.now() + ms;
      while (performance.now() < end);
      await nextTurn();
    }
    return judged.filter(Boolean).length;
  }

  it.each([60, 150])('notices turns of %d ms that leave it no rest', async (ms) => {
    expect(await overloads(ms, () => performance.now())).toBeGreaterThanOrEqual(3);
  });

  it('is not overloaded by turns that are long because others have the processor', async () => {
    expect(await overloads(60, () => performance.now() / 2)).toBe(0);
  });
});
