import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { serveNamedByContent } from '../../http/spa.js';
import { PICTURE_NAME, PICTURES, Pictures, typeOf } from './pictures.js';

export function showPictures(app: NestFastifyApplication): void {
  const pictures = () => app.get(Pictures, { strict: false });
  serveNamedByContent(app, {
    prefix: PICTURES,
    typeOf: (name) => (PICTURE_NAME.test(name) ? typeOf(name) : undefined),
    read: (name) => pictures().read(name),
  });
}
