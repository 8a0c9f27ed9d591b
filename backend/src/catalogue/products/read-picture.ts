import { PICTURE_PIXELS_MAX } from '@supreme-access/contract/limits.js';
import { PICTURE_FORMATS, widthsUpTo } from '@supreme-access/contract/pictures.js';
import type { Sharp as Drawing, Metadata, SharpOptions } from 'sharp';
import { Refused } from '../../event-sourcing/decider.js';
import { Turns } from '../../http/turns.js';
import type { PictureFile } from './pictures.js';

/** px that a picture is drawn within: twice the widest place of a page that shows one */
const BOX = { width: 1_600, height: 2_000 };
/** s after which a picture that is still not read is given up */
const DEADLINE = 40;
/** What sharp opens, by the file's own first bytes; SVG, PDF and all else that libvips knows stays shut. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);
/** one frame; damaged files are refused, those that merely offend against the rules of their format are not */
const STRICT: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

/** Nothing shows through in JPEG. AVIF takes ten times as long with the effort that sharp would make. */
const FORMATS = {
  avif: (drawing: Drawing) => drawing.avif({ quality: 55, effort: 3 }),
  webp: (drawing: Drawing) => drawing.webp({ quality: 80 }),
  jpg: (drawing: Drawing) => drawing.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }),
};

/** A picture waits in memory while others are computed. */
const turns = new Turns({
  atOnce: 1,
  waiting: 4,
  busy: () => new Refused('busy', 'unavailable', 'Other pictures are being processed. Please try again.', 5),
});

export interface ReadPicture {
  /** the file as it came, and each width in each format: in sRGB, upright, without metadata */
  files: PictureFile[];
  /** px, of the widest */
  width: number;
  height: number;
}

/**
 * Draws the picture anew, within our box, in several widths and formats: of what was hidden in the file, and where and with what it
 * was taken, nothing is left in them. One at a time, on one thread.
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

/** Read once; each width is made of the pixels. */
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
