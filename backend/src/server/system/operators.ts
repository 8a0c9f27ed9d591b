import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.js';
import { isLoopback } from '../../config/network.js';
import { InjectConfig } from '../../config/tokens.js';
import { sha256 } from '../../event-sourcing/ids.js';

/** Includes staff, callers with OPERATIONS_TOKEN, and callers on this machine without a proxy. */
@Injectable()
export class Operators {
  constructor(@InjectConfig() private readonly config: Config) {}

  includes({ ip, headers, session }: FastifyRequest): boolean {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (!isForwarded && isLoopback(ip)) return true;
    if (session?.roles.some((role) => role !== 'shopper')) return true;
    const { operationsToken } = this.config;
    const given = headers.authorization?.replace(/^Bearer /, '');
    if (operationsToken === null || given === undefined) return false;
    return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(operationsToken)));
  }
}
