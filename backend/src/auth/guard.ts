import { applyDecorators, type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { UNATTENDED_HEADER } from '@supreme-access/contract/attendance.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { FastifyRequest } from 'fastify';
import { type CommandMetadata, Refused } from '../event-sourcing/decider.js';
import type { RepeatedSecrets } from '../event-sourcing/repeated-secrets.js';
import { type Session } from '../event-sourcing/requester.js';
import { requestContextOf } from '../http/request.js';
import type { Sessions } from './sessions.js';

const OPEN = 'open';
const NEEDS = 'needs';
const UNGUIDED = 'unguided';

/** The route needs no session; a session that is sent is still read. */
export const Open = () => applyDecorators(SetMetadata(OPEN, true), ApiExtension('x-open', true));
export const Needs = (...roles: Role[]) => applyDecorators(SetMetadata(NEEDS, roles), ApiExtension('x-roles', roles));
export const Unguided = () => SetMetadata(UNGUIDED, true);

/** Requires a session unless the route is `Open`. @throws Refused 'unauthorized' | 'forbidden' */
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly reflector: Reflector,
    private readonly repeats: Pick<RepeatedSecrets, 'hasEndedSession'>,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session = this.sessionOf(request);
    const ended = session === null ? this.endedOf(request) : null;
    return ended ? this.judgeEnded(ended, request, context) : this.judge(session, request, context);
  }

  /** A duplicate of the request that ended its session receives the first answer again. */
  private async judgeEnded(ended: Session, request: FastifyRequest, context: ExecutionContext): Promise<boolean> {
    const metadata = metadataOf(request, ended);
    const isCopy = metadata !== null && (await this.repeats.hasEndedSession(ended, metadata));
    return this.judge(isCopy ? ended : null, request, context);
  }

  private judge(session: Session | null, request: FastifyRequest, context: ExecutionContext): boolean {
    request.session = session ?? undefined;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(OPEN, targets)) return true;
    if (!session) throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
    const needed = this.reflector.getAllAndOverride<Role[] | undefined>(NEEDS, targets);
    const isKept = session.isGuided === true && this.reflector.getAllAndOverride<boolean>(UNGUIDED, targets) === true;
    if (isKept || (needed && !needed.some((role) => session.roles.includes(role)))) {
      throw new Refused('forbidden', 'forbidden', 'You are not allowed to do this.');
    }
    return true;
  }

  private sessionOf(request: FastifyRequest): Session | null {
    const token = tokenIn(request);
    const isUse = request.headers[UNATTENDED_HEADER.toLowerCase()] === undefined;
    return token === null ? null : this.sessions.check(token, isUse);
  }

  private endedOf(request: FastifyRequest): Session | null {
    const token = request.headers['idempotency-key'] === undefined ? null : tokenIn(request);
    return token === null ? null : this.sessions.ended(token);
  }
}

function metadataOf(request: FastifyRequest, session: Session): CommandMetadata | null {
  try {
    return requestContextOf(request, session).metadata;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

function tokenIn({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization?.startsWith('Bearer ') ? authorization.slice(7) : null;
}
