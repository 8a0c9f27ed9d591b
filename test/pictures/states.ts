import { OTHER_AREAS } from './states-console.js';
import { SHOP_AREAS } from './states-shop.js';

export type Scheme = 'light' | 'dark';
/** A state that was designed: what it is called, how it comes about, and the schemes in which it is looked at. */
export interface State {
  title: string;
  how: string;
  schemes: readonly [Scheme, ...Scheme[]];
}

/** bytes that one picture may weigh, and all of them together */
export const LIGHTEST = 60_000;
export const ALL_TOGETHER = 8_000_000;

/** The designed states that are pictured, by the area in which they are met: what the pictures are taken of, and what docs/states.md lists. */
export const AREAS = { ...SHOP_AREAS, ...OTHER_AREAS };
type Names<Area> = Area extends Readonly<Record<string, State>> ? keyof Area : never;
export type StateName = { [Title in keyof typeof AREAS]: Names<(typeof AREAS)[Title]> }[keyof typeof AREAS];
export const STATES = Object.assign({}, ...Object.values(AREAS)) as Readonly<Record<StateName, State>>;
export const STATE_NAMES = Object.keys(STATES) as StateName[];

/** The file of a picture; one that is there in both schemes has another one for the dark. */
export function fileOf(name: StateName, scheme: Scheme): string {
  return STATES[name].schemes[0] === scheme ? `${name}.png` : `${name}-${scheme}.png`;
}
