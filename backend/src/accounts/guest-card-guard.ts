import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refused } from '../platform/decider.js';

/** Five base64url parts; the key is never empty with ECDH-ES+A256KW. */
const COMPACT_JWE = /^[\w-]+(?:\.[\w-]+){4}$/;

/**
 * A guest brings a card that was encrypted for us; everyone else has to log in, whatever else may be wrong. Who sends a
 * token that is no session's any more is told so: their card was encrypted for an account, and no guest's would open it.
 */
@Injectable()
export class GuestCardGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { session, headers, body } = context.switchToHttp().getRequest<FastifyRequest>();
    if (session) return true;
    const card = typeof body === 'object' && body !== null && 'card' in body ? body.card : undefined;
    const isGuest = !headers.authorization?.startsWith('Bearer ');
    if (isGuest && typeof card === 'string' && COMPACT_JWE.test(card)) return true;
    throw new Refused('unauthorized', 'unauthorized', 'Please log in.');
  }
}
