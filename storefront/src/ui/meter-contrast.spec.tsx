import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(process.cwd(), 'storefront/src/ui/tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

type Colour = [number, number, number];
const declared = (text: string) =>
  new Map([...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']));

function colourOf(value: string, tokens: ReadonlyMap<string, string>): Colour {
  const mix = /color-mix\(in srgb, (var\([^)]+\)) (\d+)%, (var\([^)]+\))\)/.exec(value);
  if (mix) {
    const [one, other] = [mix[1] ?? '', mix[3] ?? ''].map((part) => colourOf(part, tokens)) as [Colour, Colour];
    const share = Number(mix[2]) / 100;
    return one.map((part, at) => part * share + (other[at] ?? 0) * (1 - share)) as Colour;
  }
  const name = /var\((--[\w-]+)\)/.exec(value)?.[1];
  if (name) return colourOf(tokens.get(name) ?? '', tokens);
  return [1, 3, 5].map((at) => Number.parseInt(value.trim().slice(at, at + 2), 16)) as Colour;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: Colour, other: Colour): number {
  const light = (colour: Colour) => {
    const [r, g, b] = colour.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    ) as Colour;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high = 0, low = 0] = [light(one), light(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', declared(light)],
  ['dark', new Map([...declared(light), ...declared(dark.slice(0, dark.indexOf('@theme')))])],
])('the slot meter in the %s scheme', (_, tokens) => {
  const ratio = (one: string, other: string) =>
    contrast(colourOf(`var(${one})`, tokens), colourOf(`var(${other})`, tokens));

  it('has enough contrast between taken and free, and between past and open drops', () => {
    expect(ratio('--slot-taken', '--slot-free')).toBeGreaterThanOrEqual(3);
    expect(ratio('--slot-past', '--bg')).toBeGreaterThanOrEqual(3);
  });
});
