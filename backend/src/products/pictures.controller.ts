import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PICTURE_BYTES_MAX, PICTURE_TYPES } from '@supreme-access/contract/limits.js';
import type { FastifyRequest } from 'fastify';
import { Needs } from '../platform/auth/guard.js';
import { AnswersSuccess, Refuses } from '../platform/http/answers.js';
import { imageBytes, TakesImage } from '../platform/http/raw-images.js';
import { PICTURES, PictureFiles } from './picture-files.js';
import { readPicture } from './read-picture.js';

/** Pictures of products. They are served to everyone under the address that this answers, for ever. */
@ApiTags('admin pictures')
@Controller('api/admin/pictures')
@Needs('admin')
export class PicturesController {
  constructor(private readonly files: PictureFiles) {}

  /** Keeps the picture in the body, drawn anew as WebP of at most 1200 by 1500 pixels; the same picture again is the same address. */
  @Post()
  @TakesImage(...PICTURE_TYPES)
  @AnswersSuccess({
    productImage: { type: 'string', description: 'its address, as a product names it' },
    width: { type: 'integer', minimum: 1, description: 'pixels' },
    height: { type: 'integer', minimum: 1, description: 'pixels' },
  })
  @Refuses(
    'invalid:picture-unknown',
    'invalid:picture-damaged',
    'invalid:picture-too-many-pixels',
    'too-large',
    'unsupported-media-type',
    'unavailable',
    'unavailable:picture-too-slow',
  )
  async upload(@Req() request: FastifyRequest) {
    const { bytes, width, height } = await readPicture(await imageBytes(request, PICTURE_BYTES_MAX));
    return { success: true, productImage: `${PICTURES}${await this.files.keep(bytes)}`, width, height };
  }
}
