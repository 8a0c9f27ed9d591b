import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** The body of this route may have so many bytes, instead of what every other may. */
export const LargeBody = (bytes: number): MethodDecorator => RouteConfig({ bodyBytes: bytes });

/** Before the routes are registered. */
export function allowLargeBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const bytes = (route.config as { bodyBytes?: number } | undefined)?.bodyBytes;
    if (bytes !== undefined) route.bodyLimit = bytes;
  });
}
