/** The globals of the running spec file. */
export const current = {};

/** A module that stays loaded must call the globals of the running file. */
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
