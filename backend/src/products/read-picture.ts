import { PICTURE_PIXELS_MAX } from '@supreme-access/contract/limits.js';
import type { Metadata, SharpOptions } from 'sharp';
import { Refused } from '../platform/decider.js';
import { Turns } from '../platform/turns.js';

/** px that a kept picture has at most: twice the widest place of a page that shows one */
const BOX = { width: 1_200, height: 1_500 };
/** s after which a picture that is still not read is given up */
const DEADLINE = 20;
/** What sharp opens, by the file's own first bytes; SVG, PDF and all else that libvips knows stays shut. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
/** one frame; damaged files are refused, those that merely offend against the rules of their format are not */
const STRICT: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

/** A picture waits in memory while others are computed. */
const turns = new Turns({
  atOnce: 1,
  waiting: 4,
  busy: () => new Refused('busy', 'unavailable', 'Other pictures are being read. Please try again.', 5),
});

export interface ReadPicture {
  /** WebP in sRGB, upright, without metadata */
  bytes: Buffer;
  /** px */
  width: number;
  height: number;
}

/**
 * Draws the picture anew, within our box and as WebP: nothing that was hidden in the file is left, nor where and with what it was
 * taken. One at a time, on one thread.
 * @throws Refused `picture-unknown` | `picture-damaged` | `picture-too-many-pixels` | `picture-too-slow` | `busy`
 */
export function readPicture(file: Buffer): Promise<ReadPicture> {
  return turns.take(async () => {
    const sharp = await loadSharp();
    const { width, height } = await headOf(sharp, file);
    if (width * height > PICTURE_PIXELS_MAX) throw tooManyPixels();
    const drawing = sharp(file, { ...STRICT, limitInputPixels: PICTURE_PIXELS_MAX })
      .autoOrient()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: DEADLINE })
      .webp({ quality: 82 });
    const began = performance.now();
    try {
      const { data, info } = await drawing.toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      if (performance.now() - began >= DEADLINE * 1_000) throw tooSlow();
      throw new Refused('picture-damaged', 'invalid', 'This picture is damaged or incomplete.');
    }
  });
}

type Sharp = Awaited<ReturnType<typeof loadSharp>>;
let loaded: Promise<typeof import('sharp')> | undefined;

/** Loaded with the first picture: it is 20 MB that a start need not wait for. */
async function loadSharp() {
  loaded ??= import('sharp');
  const { default: sharp } = await loaded;
  // One thread more than the one of libuv's four that waits for it; nothing is kept between pictures.
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
  // HEIC comes in the same container and cannot be read.
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
