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

/** Limits the requests of one client network or account, of a route or of a whole controller. Rules of the same name share their counts. */
export const Limited = (rule: Rule, by: Limitation['by'] = 'network') =>
  applyDecorators(SetMetadata(RULE, { rule, by } satisfies Limitation), Refuses('too-many'));

/** Writes per account. Each process counts its own, so that no write waits for a shared store. */
const WRITES = { name: 'writes', max: 1_500, seconds: 60 };
const STAFF_WRITES = { name: 'staff-writes', max: 6_000, seconds: 60 };
export const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS'];

export class LimitGuard implements CanActivate {
  private readonly limits = new Map<string, Limit>();
  private readonly writes = memoryLimits(WRITES);
  private readonly staffWrites = memoryLimits(STAFF_WRITES);

  constructor(
    private readonly made: Limits,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { session, method } = request;
    const targets = [context.getHandler(), context.getClass()];
    const limited = this.reflector.getAllAndOverride<Limitation | undefined>(RULE, targets);
    const isWrite = session && !CHANGES_NOTHING.includes(method);
    if (!isWrite) return limited ? this.take(limited, request) : true;
    const counted = consume(isOfStaff(session.roles) ? this.staffWrites : this.writes, session.accountId);
    return counted.then(() => (limited ? this.take(limited, request) : true));
  }

  private async take(limited: Limitation, { ip, session }: FastifyRequest): Promise<boolean> {
    await this.of(limited.rule).take(limited.by === 'account' && session ? session.accountId : networkOf(ip));
    return true;
  }

  private of(rule: Rule): Limit {
    const limit = this.limits.get(rule.name) ?? this.made.of(rule);
    this.limits.set(rule.name, limit);
    return limit;
  }
}
