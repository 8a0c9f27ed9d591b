import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/tokens.js';
import { PictureFiles, picturesIn } from './picture-files.js';
import { Pictures } from './pictures.js';

export async function openPictures({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<Pictures> {
  if (bucket === null) return new PictureFiles(picturesIn(dataDir));
  // The S3 client takes most of a second to load, so only servers with a bucket load it.
  const { S3Pictures } = await import('./s3-pictures.js');
  return new S3Pictures(bucket);
}

export const pictureStore = { provide: Pictures, useFactory: openPictures, inject: [CONFIG] };
