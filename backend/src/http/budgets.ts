import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { currentRequest, inRequest, RequestContext } from '../telemetry/request-context.js';

const BUDGET = 'budget';

/** ms: of actions on very many things at once, such as a cancelled drop; of what asks a partner and waits; of what is sent bit by bit */
export const BUDGETS = { bulk: 120_000, partner: 45_000, stream: 600_000 } as const;

/** The route may take so many ms through queues, reads and what is repeated; others take `REQUEST_BUDGET`. */
export const Budget = (ms: number): MethodDecorator => SetMetadata(BUDGET, ms);

/** Every request has so long from when its body has come; once its answer is out, what goes on by itself has no such bound. */
export function boundRequests(fastify: FastifyInstance): void {
  // Whatever reads a body begins in the connection's own context: this is the first hook after it.
  fastify.addHook('preHandler', (_, reply, done) => {
    const context = new RequestContext();
    reply.raw.once('close', () => context.end());
    inRequest(context, done);
  });
}

/** Gives a route the time that it names. */
export class BudgetGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const ms = this.reflector.get<number | undefined>(BUDGET, context.getHandler());
    if (ms !== undefined) currentRequest()?.allow(ms);
    return true;
  }
}
