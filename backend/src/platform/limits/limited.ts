import { type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Limit, Limits, Rule } from './limits.js';
import { networkOf } from './network.js';

const RULE = 'limited';

/** So many requests of one client network. Rules of the same name are counted together. */
export const Limited = (rule: Rule) => SetMetadata(RULE, rule);

/** Counts the requests of routes that are `Limited`, before their handlers run. */
export class LimitGuard implements CanActivate {
  private readonly limits = new Map<string, Limit>();

  constructor(
    private readonly made: Limits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<Rule | undefined>(RULE, context.getHandler());
    if (rule) await this.of(rule).take(networkOf(context.switchToHttp().getRequest<FastifyRequest>().ip));
    return true;
  }

  private of(rule: Rule): Limit {
    const limit = this.limits.get(rule.name) ?? this.made.of(rule);
    this.limits.set(rule.name, limit);
    return limit;
  }
}
