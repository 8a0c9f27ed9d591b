import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';
import { canWait, type LoadShed } from '../http/load-shed.js';
import type { Projector } from '../projections/projector.js';
import type { Position } from '../stores/event-log/event-log.js';

/** What a request takes of the process before its handler runs, and only once it is known that it may ask: nobody else takes places. */

/** s */
const RETRY_AFTER = 2;
/** ms a request waits for the read models to pass the position it names */
const READ_YOUR_WRITES = 1_500;

/** Gives what can wait its place, until its answer is out or its asker has gone. @throws Refused 'overloaded' */
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
    // Unlike the hooks of an answer it comes when the asker has gone, too; of one who has gone before it comes no more.
    if (raw.destroyed) end();
    else raw.once('close', end);
    return true;
  }
}

/**
 * Has a request wait until the read models have passed the position that it names, and says `X-Stale` where they do not. A position
 * beyond the head is nobody's, and not waited for where this process knows the head: elsewhere another may have written it just now.
 */
export class ConsistencyGuard implements CanActivate {
  constructor(
    private readonly projector: Pick<Projector, 'passed' | 'position' | 'head'>,
    private readonly knowsHead: boolean,
    /** asked again after a wait, in which the session may have ended */
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
