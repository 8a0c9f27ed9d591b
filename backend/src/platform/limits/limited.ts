import { applyDecorators, type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Refuses } from '../http/answers.js';
import type { Limit, Limits, Rule } from './limits.js';
import { networkOf } from './network.js';

const RULE = 'limited';

interface Limitation {
  rule: Rule;
  by: 'network' | 'account';
}

/** So many requests of one client network, or of one account. Rules of the same name are counted together. */
export const Limited = (rule: Rule, by: Limitation['by'] = 'network') =>
  applyDecorators(SetMetadata(RULE, { rule, by } satisfies Limitation), Refuses('too-many'));

/** Counts the requests of routes that are `Limited`, before their handlers run. */
export class LimitGuard implements CanActivate {
  private readonly limits = new Map<string, Limit>();

  constructor(
    private readonly made: Limits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limited = this.reflector.get<Limitation | undefined>(RULE, context.getHandler());
    if (!limited) return true;
    const { ip, session } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.of(limited.rule).take(limited.by === 'account' && session ? session.accountId : networkOf(ip));
    return true;
  }

  private of(rule: Rule): Limit {
    const limit = this.limits.get(rule.name) ?? this.made.of(rule);
    this.limits.set(rule.name, limit);
    return limit;
  }
}
