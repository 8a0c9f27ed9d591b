import { ONE_SIZE, type Size, sizesOf } from './limits.js';

/** Body measures in cm. */
export interface SizeRow {
  label: string;
  fits: readonly (readonly [from: number, to: number])[];
}
export interface SizeGuide {
  measures: readonly string[];
  rows: readonly SizeRow[];
  note: string;
}

/** EN 13402-3 steps of upper-body garments. */
const BODY: Readonly<Record<Exclude<Size, 'os'>, SizeRow['fits']>> = {
  xs: [
    [82, 88],
    [68, 74],
    [86, 92],
  ],
  s: [
    [88, 96],
    [74, 82],
    [92, 98],
  ],
  m: [
    [96, 104],
    [82, 90],
    [98, 104],
  ],
  l: [
    [104, 112],
    [90, 98],
    [104, 110],
  ],
  xl: [
    [112, 120],
    [98, 106],
    [110, 116],
  ],
};

const LETTERS: SizeGuide = {
  measures: ['Chest', 'Waist', 'Hips'],
  rows: sizesOf({ sizeType: '' }).flatMap((size) =>
    size === 'os' ? [] : [{ label: size.toUpperCase(), fits: BODY[size] }],
  ),
  note: 'Measured on the body: the chest under the arms, the waist where trousers sit, the hips at their widest. Between two sizes, take the larger.',
};
const ONE: SizeGuide = {
  measures: ['From and to'],
  rows: [
    { label: 'Headwear: head', fits: [[55, 61]] },
    { label: 'Socks: foot', fits: [[24, 29]] },
    { label: 'Bags and belts: waist', fits: [[70, 120]] },
  ],
  note: 'One size, made to be set: by a strap, a rib or a buckle.',
};

export function sizeGuideOf({ sizeType }: { sizeType: string }): SizeGuide {
  return sizeType.toUpperCase() === ONE_SIZE ? ONE : LETTERS;
}

export type Unit = 'cm' | 'in';

/** '88–96', '34½–38': inches to the half */
export function shownRange([from, to]: readonly [number, number], unit: Unit): string {
  return unit === 'cm' ? `${from}–${to}` : `${halves(from)}–${halves(to)}`;
}

function halves(cm: number): string {
  const twice = Math.round((cm / 2.54) * 2);
  return `${Math.floor(twice / 2)}${twice % 2 === 1 ? '½' : ''}`;
}
