import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';
import { canWait, type LoadShed } from '../http/load-shed.js';
import type { Projector } from '../projections/projector.js';
import type { Position } from '../stores/event-log/event-log.js';

/** s */
const RETRY_AFTER = 2;
/** ms that a request waits for the read models */
const READ_YOUR_WRITES = 1_500;

/** Admits a deferrable read until its answer ends. @throws Refused 'overloaded' */
export class LoadGuard implements CanActivate {
  constructor(private readonly shed: LoadShed) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const { method, url } = http.getRequest<FastifyRequest>();
    const kind = canWait(method, url.split('?', 1)[0] ?? '/');
    if (kind === null) return true;
    const end = this.shed.admit(kind);
    if (!end)
      throw new Refused('overloaded', 'unavailable', 'Very busy right now. Try again in a moment.', RETRY_AFTER);
    const { raw } = http.getResponse<FastifyReply>();
    // 'close' also fires when the client disconnects, but not when it already has.
    if (raw.destroyed) end();
    else raw.once('close', end);
    return true;
  }
}

/** Waits for the position in `X-Consistency-Token`, else sets `X-Stale`; positions beyond a known head do not wait. */
export class ConsistencyGuard implements CanActivate {
  constructor(
    private readonly projector: Pick<Projector, 'passed' | 'position' | 'head'>,
    private readonly knowsHead: boolean,
    /** runs again after a wait, in which the session may have ended */
    private readonly sessions: CanActivate,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const position = positionIn(context.switchToHttp().getRequest<FastifyRequest>());
    return position <= this.projector.position || this.wait(position, context);
  }

  private async wait(position: Position, context: ExecutionContext): Promise<boolean> {
    const isNobodys = this.knowsHead && position > (await this.projector.head());
    const passed = !isNobodys && (await this.projector.passed(position, READ_YOUR_WRITES));
    if (!passed) context.switchToHttp().getResponse<FastifyReply>().header('x-stale', 'true');
    return (await this.sessions.canActivate(context)) === true;
  }
}

function positionIn({ headers }: FastifyRequest): number {
  const token = headers['x-consistency-token'];
  return typeof token === 'string' && /^\d{1,15}$/.test(token) ? Number(token) : 0;
}
