import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.js';
import { COVERED } from './covered.js';
import { describeStates } from './describe.js';
import { SCENES } from './scenes.js';
import { ALL_TOGETHER, AREAS, fileOf, LIGHTEST, STATE_NAMES, STATES } from './states.js';

const PICTURES = join(ROOT, 'docs/pictures/states');
const files = STATE_NAMES.flatMap((name) => STATES[name].schemes.map((scheme) => fileOf(name, scheme)));
const weight = (file: string) => statSync(join(PICTURES, file)).size;

describe('the pictures of designed states', () => {
  it('are listed in docs/states.md as in the table (else run npm run screenshots)', () => {
    expect(readFileSync(join(ROOT, 'docs/states.md'), 'utf8')).toBe(describeStates());
  });

  it('exist, each once, and no others', () => {
    expect(readdirSync(PICTURES).toSorted()).toEqual(files.toSorted());
  });

  it('are small, each and in total', () => {
    expect(files.filter((file) => weight(file) > LIGHTEST)).toEqual([]);
    expect(files.reduce((sum, file) => sum + weight(file), 0)).toBeLessThanOrEqual(ALL_TOGETHER);
  });

  it('show every state of the contract, and each area has a scene', () => {
    const shown = Object.values(COVERED).flatMap((kinds) => Object.values<string>(kinds));
    expect(shown.filter((name) => !Object.hasOwn(STATES, name))).toEqual([]);
    expect(Object.keys(SCENES)).toEqual(Object.keys(AREAS));
  });
});
