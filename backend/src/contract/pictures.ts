/** px; a picture is never enlarged, so its own width replaces the first that is not smaller */
export const PICTURE_WIDTHS = [480, 960, 1_600] as const;
export const PICTURE_FORMATS = [
  { ending: 'avif', type: 'image/avif' },
  { ending: 'webp', type: 'image/webp' },
  { ending: 'jpg', type: 'image/jpeg' },
] as const;

export const PICTURE_SIZES = {
  purchase: '(min-width: 1024px) 42vw, 100vw',
  product: '(min-width: 1024px) 58vw, (min-width: 768px) 50vw, 100vw',
} as const;

const WIDEST = /^(\/pictures\/[0-9a-f]{64})-([1-9]\d{0,3})\.webp$/;

export function widthsUpTo(widest: number): number[] {
  return [...PICTURE_WIDTHS.filter((width) => width < widest), widest];
}

export function pictureOfWidth(address: string, atLeast: number, ending: 'avif' | 'webp' | 'jpg'): string | null {
  const [, start, widest] = WIDEST.exec(address) ?? [];
  if (start === undefined) return null;
  const width = widthsUpTo(Number(widest)).find((each) => each >= atLeast) ?? Number(widest);
  return `${start}-${width}.${ending}`;
}

export interface PictureSource {
  type: string;
  srcset: string;
}

export function pictureSources(address: string, at = (path: string) => path): PictureSource[] {
  const [, start, widest] = WIDEST.exec(address) ?? [];
  if (start === undefined) return [];
  const widths = widthsUpTo(Number(widest));
  return PICTURE_FORMATS.map(({ ending, type }) => ({
    type,
    srcset: widths.map((width) => `${at(`${start}-${width}.${ending}`)} ${width}w`).join(', '),
  }));
}
