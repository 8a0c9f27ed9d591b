import { pictureOfWidth } from '@supreme-access/contract/pictures.js';

/** px; twice the width that a mail shows */
const WIDTH = 480;
const DRAWING = /^(\/products\/[a-z0-9-]+)\.svg$/;

/** A JPEG or PNG path: mail programs show no SVG and rarely WebP. Null for another host, which could track readers. */
export function mailPicture(address: string): string | null {
  const [, drawing] = DRAWING.exec(address) ?? [];
  if (drawing !== undefined) return `${drawing}.png`;
  return pictureOfWidth(address, WIDTH, 'jpg');
}
