import { current } from './current.js';

/** What a spec imports from '@jest/globals'. A module that is kept calls those of the file that runs now. */
function ofThisFile(name) {
  return new Proxy(() => {}, {
    apply: (_target, _self, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });
}

export const afterAll = ofThisFile('afterAll');
export const afterEach = ofThisFile('afterEach');
export const beforeAll = ofThisFile('beforeAll');
export const beforeEach = ofThisFile('beforeEach');
export const describe = ofThisFile('describe');
export const expect = ofThisFile('expect');
export const it = ofThisFile('it');
export const jest = ofThisFile('jest');
export const test = ofThisFile('test');
