import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../config/network.js';
import type { SecurityLog } from '../telemetry/security-log.js';
import { actorOf } from './request.js';

type Whose = 'account' | 'order' | 'invitation';

/** The route shows personal data to staff: the security log records who reads whose. */
export const ReadsPersonal = (of: Whose): MethodDecorator => RouteConfig({ reads: of });

const read = new WeakMap<FastifyRequest, string[]>();

/** Call it before the routes are registered. */
export function logReads(fastify: FastifyInstance, security: SecurityLog): void {
  fastify.addHook('onRoute', (route) => {
    const of = (route.config as { reads?: Whose } | undefined)?.reads;
    if (of === undefined) return;
    route.preSerialization = async (request: FastifyRequest, _reply: unknown, answer: unknown) => {
      if (Array.isArray(answer)) read.set(request, answer.flatMap(idOf));
      return answer;
    };
    route.onResponse = async (request, reply) => {
      if (reply.statusCode >= 300 || !request.session) return;
      const named = Object.values(request.params as Record<string, string>);
      security.tell('personal-data-read', {
        requestId: request.id,
        actor: actorOf(request.session),
        client: networkOf(request.ip),
        of,
        whose: named.length > 0 ? named : (read.get(request) ?? 'all'),
        why: `${request.method} ${route.url}`,
      });
    };
  });
}

function idOf(row: unknown): string[] {
  const { uuid, orderId, id } = row as { uuid?: unknown; orderId?: unknown; id?: unknown };
  return [uuid, orderId, id].flatMap((one) => (typeof one === 'string' ? one : [])).slice(0, 1);
}
