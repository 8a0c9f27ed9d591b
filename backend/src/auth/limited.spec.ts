import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@supreme-access/contract/statuses.js';
import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { Limited, LimitGuard } from './limited.js';

class Unlimited {}
@Limited({ name: 'of-a-controller', max: 30, seconds: 60 })
class LimitedController {}

/** How many of so many requests of one account are let through. */
async function passed(
  guard: LimitGuard,
  requests: number,
  accountId: string | null,
  method = 'POST',
  roles: Role[] = [],
  controller: object = Unlimited,
) {
  const session = accountId === null ? undefined : { accountId, roles };
  const request = { ip: '192.0.2.1', method, session };
  const context = {
    getHandler: () => passed,
    getClass: () => controller,
    switchToHttp: () => ({ getRequest: () => request }),
  } as unknown as ExecutionContext;
  const answers = await Promise.allSettled(Array.from({ length: requests }, () => guard.canActivate(context)));
  return answers.filter(({ status }) => status === 'fulfilled').length;
}

describe('what an account writes', () => {
  const guard = () => new LimitGuard(new Limits(memoryLimits, 'a secret of the vault'), new Reflector());

  it('is bounded by the minute, of each account by itself', async () => {
    const limits = guard();
    expect(await passed(limits, 1_600, 'ada', 'POST', ['shopper'])).toBe(1_500);
    expect(await passed(limits, 10, 'ada', 'DELETE', ['shopper'])).toBe(0);
    expect(await passed(limits, 10, 'bea', 'POST', ['shopper'])).toBe(10);
    expect(await passed(limits, 6_100, 'grace', 'POST', ['shopper', 'admin'])).toBe(6_000);
  });

  it('is no matter of what it reads, nor of who has none', async () => {
    const limits = guard();
    expect(await passed(limits, 700, 'ada', 'GET', ['shopper'])).toBe(700);
    expect(await passed(limits, 700, null)).toBe(700);
  });
});

it('holds for each route of a controller that is limited as a whole', async () => {
  const guard = new LimitGuard(new Limits(memoryLimits, 'a secret of the vault'), new Reflector());
  expect(await passed(guard, 40, null, 'GET', [], LimitedController)).toBe(30);
  expect(await passed(guard, 40, null)).toBe(40);
});
