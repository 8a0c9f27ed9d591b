import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Session } from '../event-sourcing/requester.js';
import { Open, SessionGuard } from './guard.js';
import type { Sessions } from './sessions.js';

class Routes {
  @Open()
  open() {}
}

it('an open route that is asked again after a wait has no session that ended in it', async () => {
  const request: { headers: object; session?: Session } = { headers: { authorization: 'Bearer token' } };
  const context = {
    switchToHttp: () => ({ getRequest: () => request }),
    getHandler: () => Routes.prototype.open,
    getClass: () => Routes,
  } as unknown as ExecutionContext;
  let session: Session | null = { accountId: 'account-1' } as Session;
  const sessions = { check: () => session } as unknown as Sessions;
  const guard = new SessionGuard(sessions, new Reflector(), { hasEndedSession: async () => false });
  expect([await guard.canActivate(context), request.session]).toEqual([true, session]);
  session = null;
  expect([await guard.canActivate(context), request.session]).toEqual([true, undefined]);
});
