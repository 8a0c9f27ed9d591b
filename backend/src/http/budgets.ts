import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { currentRequest, inRequest, RequestContext } from '../telemetry/request-context.js';

const BUDGET = 'budget';

/** ms: bulk actions such as a cancelled release; calls to a partner; streamed answers */
export const BUDGETS = { bulk: 120_000, partner: 45_000, stream: 600_000 } as const;

/** The route's time limit in ms; other routes have `REQUEST_BUDGET`. */
export const Budget = (ms: number): MethodDecorator => SetMetadata(BUDGET, ms);

export function boundRequests(fastify: FastifyInstance): void {
  // Body parsers run in the connection's own context: this is the first hook after them.
  fastify.addHook('preHandler', (_, reply, done) => {
    const context = new RequestContext();
    reply.raw.once('close', () => context.end());
    inRequest(context, done);
  });
}

export class BudgetGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const ms = this.reflector.get<number | undefined>(BUDGET, context.getHandler());
    if (ms !== undefined) currentRequest()?.allow(ms);
    return true;
  }
}
