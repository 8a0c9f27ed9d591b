import sharp from 'sharp';

const CORAL = { r: 240, g: 96, b: 80 };

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: CORAL } });

export const jpeg = (width: number, height: number): Promise<Buffer> => plain(width, height).jpeg().toBuffer();
export const png = (width: number, height: number): Promise<Buffer> => plain(width, height).png().toBuffer();
export const webp = (width: number, height: number): Promise<Buffer> => plain(width, height).webp().toBuffer();
export const avif = (width: number, height: number): Promise<Buffer> => plain(width, height).avif().toBuffer();
export const gif = (width: number, height: number): Promise<Buffer> => plain(width, height).gif().toBuffer();
export const tiff = (width: number, height: number): Promise<Buffer> => plain(width, height).tiff().toBuffer();

/** As a phone held upright writes it: lying, to be turned when shown, with where and by whom it was taken. */
export const phoneJpeg = (): Promise<Buffer> =>
  plain(400, 300)
    .withExif({ IFD0: { Artist: 'Ada Lovelace' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const SCRIPT = '<script>alert(1)</script>';
