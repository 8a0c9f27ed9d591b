import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/tokens.js';
import { PictureFiles, picturesIn } from './picture-files.js';
import { Pictures } from './pictures.js';

/** The bucket that the settings name, or the data directory. */
export async function openPictures({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<Pictures> {
  if (bucket === null) return new PictureFiles(picturesIn(dataDir));
  // Loaded only where it is used: it is most of a second of a start.
  const { S3Pictures } = await import('./s3-pictures.js');
  return new S3Pictures(bucket);
}

export const pictureStore = { provide: Pictures, useFactory: openPictures, inject: [CONFIG] };
