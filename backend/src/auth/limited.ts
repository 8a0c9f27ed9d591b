import { applyDecorators, type CanActivate, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../config/network.js';
import { Refuses } from '../http/answers.js';
import { consume, type Limit, type Limits, type Rule } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { isOfStaff } from './session-lives.js';

const RULE = 'limited';

interface Limitation {
  rule: Rule;
  by: 'network' | 'account';
}

/** So many requests of one client network, or of one account. Rules of the same name are counted together. */
export const Limited = (rule: Rule, by: Limitation['by'] = 'network') =>
  applyDecorators(SetMetadata(RULE, { rule, by } satisfies Limitation), Refuses('too-many'));

/**
 * What one account may change in a minute, whatever it is: far more than people do, and than a drop asks of one of them. Counted by
 * each process for itself, so that no write waits for a store of counts.
 */
const WRITES = { name: 'writes', max: 1_500, seconds: 60 };
/** Staff work through long lists. */
const STAFF_WRITES = { name: 'staff-writes', max: 6_000, seconds: 60 };
export const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS'];

/** Counts the requests of routes that are `Limited`, and every write of an account, before their handlers run. */
export class LimitGuard implements CanActivate {
  private readonly limits = new Map<string, Limit>();
  private readonly writes = memoryLimits(WRITES);
  private readonly staffWrites = memoryLimits(STAFF_WRITES);

  constructor(
    private readonly made: Limits,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip, session, method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (session && !CHANGES_NOTHING.includes(method)) {
      await consume(isOfStaff(session.roles) ? this.staffWrites : this.writes, session.accountId);
    }
    const limited = this.reflector.get<Limitation | undefined>(RULE, context.getHandler());
    if (!limited) return true;
    await this.of(limited.rule).take(limited.by === 'account' && session ? session.accountId : networkOf(ip));
    return true;
  }

  private of(rule: Rule): Limit {
    const limit = this.limits.get(rule.name) ?? this.made.of(rule);
    this.limits.set(rule.name, limit);
    return limit;
  }
}
