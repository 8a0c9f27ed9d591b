import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller, type DynamicModule, type ExecutionContext, Get, Module } from '@nestjs/common';
import { PartServer } from '@supreme-access/test/fixtures/test-server.js';
import { Needs, Open } from '../auth/guard.js';
import { ConsistencyGuard } from './after-guard.js';
import type { Platform } from './platform.js';
import { PlatformModule } from './platform.module.js';

let [count, isHung] = [0, false];
const hang = async () => {
  count += 1;
  return isHung ? new Promise(() => undefined) : {};
};

@Controller('api')
class Reads {
  @Get('user/export')
  export() {
    return hang();
  }
  @Get('admin/orders')
  @Needs('admin')
  orders() {
    return hang();
  }
  @Get('products')
  @Open()
  products() {
    return {};
  }
}

@Module({})
class Part {}
const partOf = (platform: Platform): DynamicModule => ({
  module: Part,
  imports: [PlatformModule.of(platform)],
  controllers: [Reads],
});

describe('what a request takes of the process', () => {
  let server: PartServer;
  beforeAll(async () => {
    server = await PartServer.start(partOf);
    server.admin = server.platform.sessions.begin('8d0c5e30-0000-4000-8000-000000000001', ['shopper', 'admin'], 0);
    server.platform.startup.isOver = true;
  });
  afterAll(() => server?.stop());
  beforeEach(() => {
    [count, isHung] = [0, false];
  });
  const ask = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${server.url}${path}`, { headers, ...(signal ? { signal } : {}) });
  const signedIn = () => ({ authorization: `Bearer ${server.admin}` });

  it('is a place among reads that can wait, until its answer is out or its asker has gone', async () => {
    isHung = true;
    const leave = new AbortController();
    const hung = Array.from({ length: 8 }, () => ask('/api/user/export', signedIn(), leave.signal).catch(() => 'left'));
    while (count < 8) await nextTurn();
    const away = await ask('/api/user/export', signedIn());
    expect([away.status, away.headers.get('retry-after'), await away.json()]).toEqual([
      503,
      '2',
      { success: false, error: 'Very busy right now. Try again in a moment.', code: 'overloaded' },
    ]);
    isHung = false;
    expect((await ask('/api/admin/orders', signedIn())).status).toBe(200);
    leave.abort();
    expect(await Promise.all(hung)).toEqual(Array(8).fill('left'));
    while ((await ask('/api/user/export', signedIn())).status === 503);
  });

  it("is nothing of whom the guard sends away: a flood without a session takes nobody's place", async () => {
    isHung = true;
    const leave = new AbortController();
    const hung = Array.from({ length: 8 }, () => ask('/api/user/export', signedIn(), leave.signal).catch(() => 'left'));
    while (count < 8) await nextTurn();
    const flood = await Promise.all(Array.from({ length: 60 }, () => ask('/api/user/export')));
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401]));
    leave.abort();
    await Promise.all(hung);
    isHung = false;
    while ((await ask('/api/user/export', signedIn())).status === 503);
  });

  describe('is a wait for the position that it names', () => {
    let waited: number[];
    beforeEach(() => {
      waited = [];
      const { projector } = server.platform;
      const real = Object.getPrototypeOf(projector).passed as typeof projector.passed;
      projector.passed = (position, within) => {
        waited.push(position);
        return real.call(projector, position, within);
      };
    });
    afterEach(() => Reflect.deleteProperty(server.platform.projector, 'passed'));
    const beyond = { 'x-consistency-token': '999999999999999' };

    it('but not beyond the head, which is answered at once as stale', async () => {
      const answer = await ask('/api/products', beyond);
      expect([answer.status, answer.headers.get('x-stale'), waited]).toEqual([200, 'true', []]);
    });

    it('and not of whom the guard sends away', async () => {
      const [nobody, staff] = [await ask('/api/admin/orders', beyond), await ask('/api/admin/orders', signedIn())];
      expect([nobody.status, nobody.headers.get('x-stale'), staff.status, waited]).toEqual([401, null, 200, []]);
    });
  });
});

describe('a position beyond the head', () => {
  const context = (reply: Record<string, string>) =>
    ({
      switchToHttp: () => ({
        getRequest: () => ({ headers: { 'x-consistency-token': '8' } }),
        getResponse: () => ({ header: (name: string, value: string) => Object.assign(reply, { [name]: value }) }),
      }),
    }) as unknown as ExecutionContext;
  const behind = (passes: boolean) => {
    const waits: number[] = [];
    const passed = async (position: number) => {
      waits.push(position);
      return passes;
    };
    return { waits, position: 3, head: async () => 5, passed };
  };

  it.each([
    [true, false, [], { 'x-stale': 'true' }],
    [false, true, [8], {}],
    [false, false, [8], { 'x-stale': 'true' }],
  ])('is waited for only where the head may lag (known here: %s, it comes: %s)', async (isHere, comes, waits, said) => {
    const projector = behind(comes);
    const [sessions, reply] = [{ canActivate: () => true }, {}];
    const guard = new ConsistencyGuard(projector, isHere, sessions);
    expect(await guard.canActivate(context(reply))).toBe(true);
    expect([projector.waits, reply]).toEqual([waits, said]);
  });

  it('asks again who it is after a wait: the session may have ended in it', async () => {
    const guard = new ConsistencyGuard(behind(true), false, {
      canActivate: () => {
        throw new Error('ended');
      },
    });
    await expect(guard.canActivate(context({}))).rejects.toThrow('ended');
  });
});
