import { pictureOfWidth, pictureSources, widthsUpTo } from './pictures.js';

const HASH = 'ab'.repeat(32);

describe('the widths of a picture', () => {
  it.each([
    [1_600, [480, 960, 1_600]],
    [1_200, [480, 960, 1_200]],
    [960, [480, 960]],
    [300, [300]],
  ])('of %i px are never wider than it is', (widest, widths) => {
    expect(widthsUpTo(widest)).toEqual(widths);
  });

  it('follow from its address: one source for each format, the smallest files first', () => {
    const sources = pictureSources(`/pictures/${HASH}-1200.webp`, (path) => `https://shop.example${path}`);
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp', 'image/jpeg']);
    const at = (file: string) => `https://shop.example/pictures/${HASH}-${file}`;
    expect(sources[0]?.srcset).toBe(`${at('480.avif')} 480w, ${at('960.avif')} 960w, ${at('1200.avif')} 1200w`);
    expect(sources[2]?.srcset).toContain('-480.jpg 480w');
  });

  it.each([
    [1_600, 480],
    [300, 300],
  ])('of %i px offer one file for a place that needs 480', (widest, width) => {
    expect(pictureOfWidth(`/pictures/${HASH}-${widest}.webp`, 480, 'jpg')).toBe(`/pictures/${HASH}-${width}.jpg`);
  });

  it.each([
    '',
    '/products/field-shell.svg',
    'https://elsewhere.example/coat.webp',
    `https://elsewhere.example/pictures/${HASH}-480.webp`,
    `/pictures/${HASH}.webp`,
    `/pictures/${HASH}-0.webp`,
    `/pictures/${HASH}-480.avif`,
  ])('are not known of %j', (address) => {
    expect([pictureSources(address), pictureOfWidth(address, 480, 'jpg')]).toEqual([[], null]);
  });
});
