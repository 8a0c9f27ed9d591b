import { applyDecorators, type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { UNATTENDED_HEADER } from '@supreme-access/contract/attendance.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../decider.js';
import type { Session } from '../http/request.js';
import type { Sessions } from './sessions.js';

const OPEN = 'open';
const NEEDS = 'needs';

/** Anyone may call it; a session that is sent along is still read. */
export const Open = () => applyDecorators(SetMetadata(OPEN, true), ApiExtension('x-open', true));
export const Needs = (...roles: Role[]) => applyDecorators(SetMetadata(NEEDS, roles), ApiExtension('x-roles', roles));

/** Every route needs a session unless it is `Open`. Decided before the body is looked at. */
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session = this.sessionOf(request);
    if (session) request.session = session;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(OPEN, targets)) return true;
    if (!session) throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
    const needed = this.reflector.getAllAndOverride<Role[] | undefined>(NEEDS, targets);
    if (needed && !needed.some((role) => session.roles.includes(role))) {
      throw new Refused('forbidden', 'forbidden', 'You are not allowed to do this.');
    }
    return true;
  }

  private sessionOf(request: FastifyRequest): Session | null {
    const { authorization: header, [UNATTENDED_HEADER.toLowerCase()]: unattended } = request.headers;
    return header?.startsWith('Bearer ') ? this.sessions.check(header.slice(7), unattended === undefined) : null;
  }
}
