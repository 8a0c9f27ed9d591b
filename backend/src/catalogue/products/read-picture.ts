import { PICTURE_PIXELS_MAX } from '@supreme-access/contract/limits.js';
import { PICTURE_FORMATS, widthsUpTo } from '@supreme-access/contract/pictures.js';
import type { Sharp as Drawing, Metadata, SharpOptions } from 'sharp';
import { Refused } from '../../event-sourcing/decider.js';
import { Semaphore } from '../../http/semaphore.js';
import type { PictureFile } from './pictures.js';

/** px; twice the largest display size */
const BOX = { width: 1_600, height: 2_000 };
/** s */
const DEADLINE = 40;
/** libvips reads only these formats, recognised by their first bytes; SVG and PDF stay blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
/** Reads one frame. `failOn: 'error'` refuses damaged files but accepts warnings. */
const STRICT: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

/** JPEG has no transparency. AVIF at sharp's default effort takes ten times as long. */
const FORMATS = {
  avif: (drawing: Drawing) => drawing.avif({ quality: 55, effort: 3 }),
  webp: (drawing: Drawing) => drawing.webp({ quality: 80 }),
  jpg: (drawing: Drawing) => drawing.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
};

const turns = new Semaphore({
  atOnce: 1,
  waiting: 4,
  busy: () => new Refused('busy', 'unavailable', 'Other pictures are being processed. Please try again.', 5),
});

export interface ReadPicture {
  /** sRGB, upright, without metadata */
  files: PictureFile[];
  width: number;
  height: number;
}

/**
 * Encodes a picture anew in several widths and formats, which removes its metadata. One picture is processed at a time.
 * @throws Refused `picture-unknown` | `picture-damaged` | `picture-too-many-pixels` | `picture-too-slow` | `busy`
 */
export function readPicture(file: Buffer): Promise<ReadPicture> {
  return turns.take(async () => {
    const sharp = await loadSharp();
    const { width, height } = await headOf(sharp, file);
    if (width * height > PICTURE_PIXELS_MAX) throw tooManyPixels();
    const giveUpAt = performance.now() + DEADLINE * 1_000;
    try {
      return await drawAll(sharp, file, giveUpAt);
    } catch {
      if (performance.now() >= giveUpAt) throw tooSlow();
      throw new Refused('picture-damaged', 'invalid', 'This picture is damaged or incomplete.');
    }
  });
}

async function drawAll(sharp: Sharp, file: Buffer, giveUpAt: number): Promise<ReadPicture> {
  const left = () => ({ seconds: Math.max(1, Math.ceil((giveUpAt - performance.now()) / 1_000)) });
  const { data, info } = await sharp(file, { ...STRICT, limitInputPixels: PICTURE_PIXELS_MAX })
    .autoOrient()
    .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
    .timeout(left())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: PictureFile[] = [];
  for (const at of widthsUpTo(width)) {
    for (const { ending } of PICTURE_FORMATS) {
      const drawing = sharp(data, { raw: { width, height, channels } }).resize({ width: at });
      const bytes = await FORMATS[ending](drawing).timeout(left()).toBuffer();
      files.push({ part: `${at}.${ending}`, bytes });
    }
  }
  return { files, width, height };
}

type Sharp = Awaited<ReturnType<typeof loadSharp>>;
let loaded: Promise<typeof import('sharp')> | undefined;

/** Sharp is 20 MB, so it loads with the first picture and not at the start. */
async function loadSharp() {
  loaded ??= import('sharp');
  const { default: sharp } = await loaded;
  // One sharp thread occupies one of libuv's four threads; the cache would keep pictures in memory.
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return sharp;
}

async function headOf(sharp: Sharp, file: Buffer): Promise<Metadata> {
  const unknown = () =>
    new Refused('picture-unknown', 'invalid', 'Choose a whole picture: JPEG, PNG, WebP, AVIF or GIF.');
  if (file.length === 0) throw unknown();
  const head = await sharp(file, { ...STRICT, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unknown();
    });
  // HEIC uses the same container as AVIF, but sharp cannot decode it.
  if (head.format === 'heif' && head.compression !== 'av1') throw unknown();
  return head;
}

function tooSlow(): Refused {
  const text = 'This picture takes too long to read. Choose a smaller one, or try again.';
  return new Refused('picture-too-slow', 'unavailable', text, 30);
}

function tooManyPixels(): Refused {
  const text = `The picture has more than ${PICTURE_PIXELS_MAX / 1_000_000} megapixels. Choose a smaller one.`;
  return new Refused('picture-too-many-pixels', 'invalid', text);
}
