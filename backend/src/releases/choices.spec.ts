import { SIZES, type Size } from '@supreme-access/contract/limits.js';
import fc from 'fast-check';
import { choiceKey, choices, nextChoice } from './choices.js';

const OFFERED: readonly Size[] = ['s', 'm', 'l', 'xl'];
const named = (all: ReturnType<typeof choices>) => all.map(choiceKey);

describe('what is tried at the retailer', () => {
  it('is the first choice alone without consent', () => {
    expect(named(choices({ size: 'm', style: 'Ink' }, OFFERED, ['Ink', 'Fog'], false))).toEqual(['m/Ink']);
  });

  it('with consent is the first choice, the next sizes in its style, its size in the other styles, and the rest', () => {
    expect(named(choices({ size: 'l', style: 'Ink' }, OFFERED, ['Fog', 'Ink', 'Red'], true))).toEqual([
      ...['l/Ink', 'xl/Ink', 's/Ink', 'm/Ink'],
      ...['l/Fog', 'l/Red'],
      ...['xl/Fog', 's/Fog', 'm/Fog'],
      ...['xl/Red', 's/Red', 'm/Red'],
    ]);
  });

  it('of a one-size product is its other styles', () => {
    expect(named(choices({ size: 'os', style: 'Ink' }, ['os'], ['Ink', 'Fog'], true))).toEqual(['os/Ink', 'os/Fog']);
  });

  it('begins with the first choice and names everything on offer once, whatever is on offer', () => {
    const offer = fc.record({
      sizes: fc.uniqueArray(fc.constantFrom(...SIZES), { minLength: 1 }),
      styles: fc.uniqueArray(fc.constantFrom('Ink', 'Fog', 'Red', 'Sand'), { minLength: 1 }),
      at: fc.nat(),
    });
    fc.assert(
      fc.property(offer, ({ sizes, styles, at }) => {
        const [size, style] = [sizes[at % sizes.length] ?? 'm', styles[at % styles.length] ?? ''];
        const all = named(choices({ size, style }, sizes, styles, true));
        expect(all[0]).toBe(`${size}/${style}`);
        const offered = sizes.flatMap((one) => styles.map((other) => `${one}/${other}`));
        expect([...all].sort()).toEqual(offered.sort());
      }),
    );
  });
});

describe('the next choice', () => {
  const all = choices({ size: 'm', style: 'Ink' }, OFFERED, ['Ink'], true);
  const unknown = () => null;

  it('is the first choice while nothing else is known', () => {
    expect(nextChoice(all, [], unknown)).toEqual({ size: 'm', style: 'Ink' });
  });

  it('passes over what was refused as sold out and what is out of stock', () => {
    const stock = ({ size }: { size: Size }) => (size === 'l' ? 0 : 5);
    expect(nextChoice(all, ['m/Ink'], stock)).toEqual({ size: 'xl', style: 'Ink' });
  });

  it('is none once everything is gone', () => {
    expect(nextChoice(all, [], () => 0)).toBeNull();
    expect(nextChoice(all, named(all), unknown)).toBeNull();
  });
});
