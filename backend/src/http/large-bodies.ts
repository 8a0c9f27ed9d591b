import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** The route's body limit in bytes. */
export const LargeBody = (bytes: number): MethodDecorator => RouteConfig({ bodyBytes: bytes });

/** Call it before the routes are registered. */
export function allowLargeBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bytes = (route.config as { bodyBytes?: number } | undefined)?.bodyBytes;
    if (bytes !== undefined) route.bodyLimit = bytes;
  });
}
