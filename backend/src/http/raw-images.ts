import { applyDecorators, UnsupportedMediaTypeException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';

/** The body of this route is an image as it is. It is read by `imageBytes`, so not before the guard has looked at who sends it. */
export const TakesImage = (...types: string[]): MethodDecorator =>
  applyDecorators(
    RouteConfig({ image: true }),
    ApiConsumes(...types),
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
  );

/** Images are let through unread to the routes that take them, and to no other. */
export function acceptRawImages(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^image\//i, (request, _payload, done) => {
    if ('image' in request.routeOptions.config) done(null);
    else done(new UnsupportedMediaTypeException());
  });
}

/** The bytes that were sent, as they are. @throws Refused `unsupported-media-type` | `too-large` | `invalid` when the sender gives up */
export async function imageBytes({ raw, headers }: FastifyRequest, max: number): Promise<Buffer> {
  if (!/^image\//i.test(headers['content-type'] ?? '')) {
    throw new Refused(
      'unsupported-media-type',
      'unsupported-media-type',
      'This is not a picture. Choose an image file.',
    );
  }
  const tooLarge = () => new Refused('too-large', 'too-large', `A picture can be at most ${max / 2 ** 20} MiB.`);
  if (Number(headers['content-length'] ?? 0) > max) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Destroyed, it could not be answered; Node reads on and drops the rest.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > max) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    throw new Refused('invalid', 'invalid', 'The request ended before it was complete.');
  }
  return Buffer.concat(chunks, length);
}
