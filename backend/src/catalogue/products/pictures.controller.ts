import { Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PICTURE_BYTES_MAX, PICTURE_TYPES } from '@supreme-access/contract/limits.js';
import { COUNT, TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyRequest } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { AnswersSuccess, Refuses } from '../../http/answers.js';
import { BUDGETS, Budget } from '../../http/budgets.js';
import { imageBytes, TakesImage } from '../../http/raw-images.js';
import { keepSet, PICTURES, Pictures } from './pictures.js';
import { readPicture } from './read-picture.js';

const PIXELS = { ...COUNT, minimum: 1, description: 'pixels' };

@ApiTags('admin pictures')
@Controller('api/admin/pictures')
@Needs('admin')
export class PicturesController {
  constructor(private readonly pictures: Pictures) {}

  /** Stores 480, 960 and 1600 px as AVIF, WebP and JPEG; returns the widest WebP: `/pictures/{hash}-{width}.webp`. */
  @Post()
  @Budget(BUDGETS.partner)
  @TakesImage(...PICTURE_TYPES)
  @AnswersSuccess({
    productImage: { ...TEXT, description: 'its address, as a product names it' },
    width: PIXELS,
    height: PIXELS,
  })
  @Refuses(
    'invalid:picture-unknown',
    'invalid:picture-damaged',
    'invalid:picture-too-many-pixels',
    'too-large',
    'unsupported-media-type',
    'unavailable',
    'unavailable:busy',
    'unavailable:picture-too-slow',
  )
  async upload(@Req() request: FastifyRequest) {
    const { files, width, height } = await readPicture(await imageBytes(request, PICTURE_BYTES_MAX));
    return { success: true, productImage: `${PICTURES}${await keepSet(this.pictures, files, width)}`, width, height };
  }
}
