import { applyDecorators, UnsupportedMediaTypeException } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../event-sourcing/decider.js';

/** The body is a raw image, which `imageBytes` reads after the guards. */
export const TakesImage = (...types: string[]): MethodDecorator =>
  applyDecorators(
    RouteConfig({ image: true }),
    ApiConsumes(...types),
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
  );

export function acceptRawImages(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^image\//i, (request, _payload, done) => {
    if ('image' in request.routeOptions.config) done(null);
    else done(new UnsupportedMediaTypeException());
  });
}

/** `max` in bytes. @throws Refused 'unsupported-media-type' | 'too-large' | 'invalid' for a cut upload */
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
    // A destroyed request could not be answered; Node reads on and drops the rest.
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
