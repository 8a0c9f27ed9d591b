import { OTHER_AREAS } from './states-console.js';
import { SHOP_AREAS } from './states-shop.js';

export type Scheme = 'light' | 'dark';
export interface State {
  title: string;
  how: string;
  schemes: readonly [Scheme, ...Scheme[]];
}

/** bytes of one picture, and of all */
export const LIGHTEST = 60_000;
export const ALL_TOGETHER = 8_000_000;

/** The designed states by area, as docs/states.md lists them. */
export const AREAS = { ...SHOP_AREAS, ...OTHER_AREAS };
type Names<Area> = Area extends Readonly<Record<string, State>> ? keyof Area : never;
export type StateName = { [Title in keyof typeof AREAS]: Names<(typeof AREAS)[Title]> }[keyof typeof AREAS];
export const STATES = Object.assign({}, ...Object.values(AREAS)) as Readonly<Record<StateName, State>>;
export const STATE_NAMES = Object.keys(STATES) as StateName[];

/** A state with pictures in both schemes has a second file for dark. */
export function fileOf(name: StateName, scheme: Scheme): string {
  return STATES[name].schemes[0] === scheme ? `${name}.png` : `${name}-${scheme}.png`;
}
