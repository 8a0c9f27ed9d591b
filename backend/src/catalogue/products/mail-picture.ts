import { pictureOfWidth } from '@supreme-access/contract/pictures.js';

/** px: twice what a mail shows it at */
const WIDTH = 480;
/** one of the seed's drawings, which lie as PNG beside the SVG */
const DRAWING = /^(\/products\/[a-z0-9-]+)\.svg$/;

/**
 * The path of a picture as mail programs show it: they know JPEG and PNG, hardly WebP and no SVG. Null of one that lies elsewhere:
 * whoever keeps it would learn who reads their mail, and when.
 */
export function mailPicture(address: string): string | null {
  const [, drawing] = DRAWING.exec(address) ?? [];
  if (drawing !== undefined) return `${drawing}.png`;
  return pictureOfWidth(address, WIDTH, 'jpg');
}
