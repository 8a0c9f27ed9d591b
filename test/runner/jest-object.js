const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
/** Fake timers leave these real: Node's modules, which serve all files, need both, and React's scheduler the last, which a page lacks. */
const REAL = ['nextTick', 'queueMicrotask'];
const REAL_ON_PAGE = [...REAL, 'setImmediate'];

/** The `jest` object of a spec file: https://jestjs.io/docs/jest-object. Modules stay loaded, so they cannot be mocked. */
export function jestObject(mocker, timers, isPage) {
  const spies = [];
  const real = isPage ? REAL_ON_PAGE : REAL;
  delete globalThis[TIMEOUT];
  const ours = {
    useFakeTimers: (options) =>
      timers.useFakeTimers({ ...options, doNotFake: [...real, ...(options?.doNotFake ?? [])] }),
    setTimeout(ms) {
      globalThis[TIMEOUT] = ms;
    },
    spyOn(object, name, ...rest) {
      spies.push({ object, name });
      return mocker.spyOn(object, name, ...rest);
    },
  };
  const owners = [ours, mocker, timers];
  const jest = new Proxy(ours, {
    get(_, name) {
      const owner = owners.find((one) => name in one);
      return owner?.[name].bind(owner);
    },
  });
  function left() {
    const spied = spies
      .filter(({ object, name }) => mocker.isMockFunction(object[name]))
      .map(({ name }) => `a spy on ${name}`);
    const faked = 'clock' in globalThis.setTimeout ? ['fake timers'] : [];
    mocker.restoreAllMocks();
    timers.useRealTimers();
    return [...new Set(spied), ...faked];
  }
  return { jest, left };
}
