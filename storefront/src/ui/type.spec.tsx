import { readFileSync } from 'node:fs';

const css = readFileSync('storefront/src/ui/tokens.css', 'utf8');
const token = (name: string) => new RegExp(`${name}: ([^;]+);`).exec(css)?.[1] ?? '';

/** The space between two words of a heading, px. */
function space(size: number): number {
  const [least = 0, preferred = 0, most = 0] = (/clamp\(([^)]+)\)/.exec(token('--heading-space'))?.[1] ?? '')
    .split(', ')
    .map((length) => Number.parseFloat(length) * (length.endsWith('rem') ? 16 : size));
  return Math.max(least, Math.min(preferred, most));
}

describe('the space between words', () => {
  it.each([
    [24, 0.14],
    [26, 0.14],
    [40, 0.14],
    [96, 0.07],
  ])('a condensed heading of %i px has %f em more than the font', (size, em) => {
    expect(space(size) / size).toBeCloseTo(em);
  });

  it("of body text is slightly wider than the font's", () => {
    expect([token('--text-space'), token('--heading-space')]).toEqual(['0.04em', expect.stringContaining('clamp')]);
    expect(css).toContain('word-spacing: var(--heading-space)');
    expect(css).toContain('word-spacing: var(--text-space)');
  });
});
