/** Pictures of products in several widths. Their addresses say which there are, so that nobody has to ask. */

/** px; a picture is never enlarged, and its own width takes the place of the first that is not below it */
export const PICTURE_WIDTHS = [480, 960, 1_600] as const;
/** What each width is made in; browsers take the first type they know. */
export const PICTURE_FORMATS = [
  { ending: 'avif', type: 'image/avif' },
  { ending: 'webp', type: 'image/webp' },
  { ending: 'jpg', type: 'image/jpeg' },
] as const;

/** How wide the pages of one product show its first picture, as the attribute `sizes`. */
export const PICTURE_SIZES = {
  purchase: '(min-width: 1024px) 42vw, 100vw',
  product: '(min-width: 1024px) 58vw, (min-width: 768px) 50vw, 100vw',
} as const;

/** The widest as WebP is what a product names. */
const WIDEST = /^(\/pictures\/[0-9a-f]{64})-([1-9]\d{0,3})\.webp$/;

/** Widths that a picture is made in, px, when its own is `widest`. */
export function widthsUpTo(widest: number): number[] {
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
}

/** The path of one file of a picture: the narrowest that is at least this wide, or the widest. Null of one that has no widths. */
export function pictureOfWidth(address: string, atLeast: number, ending: 'avif' | 'webp' | 'jpg'): string | null {
  const [, start, widest] = WIDEST.exec(address) ?? [];
  if (start === undefined) return null;
  const width = widthsUpTo(Number(widest)).find((each) => each >= atLeast) ?? Number(widest);
  return `${start}-${width}.${ending}`;
}

export interface PictureSource {
  type: string;
  /** as the attribute of a <source> */
  srcset: string;
}

/** One for each format; none of a picture that has one size only: a drawing, or one that lies elsewhere. */
export function pictureSources(address: string, at = (path: string) => path): PictureSource[] {
  const [, start, widest] = WIDEST.exec(address) ?? [];
  if (start === undefined) return [];
  const widths = widthsUpTo(Number(widest));
  return PICTURE_FORMATS.map(({ ending, type }) => ({
    type,
    srcset: widths.map((width) => `${at(`${start}-${width}.${ending}`)} ${width}w`).join(', '),
  }));
}
