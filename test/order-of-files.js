import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** Files that take minutes start first, so that no run waits for them at its end. */
const LONGEST =
  /simulation\.|(drop|cuts)-on-emulators|demo\.full|eventstore-event-log|health-of-stores|kill\.|fuzz|hostile-input/;

/** The longest first; SHUFFLE gives another order for each value. */
export default class OrderOfFiles extends Sequencer {
  sort(tests) {
    if (process.env.SHUFFLE) return tests.toSorted((one, other) => (shuffled(one) < shuffled(other) ? -1 : 1));
    const [longest, others] = [[], []];
    for (const test of super.sort(tests)) (LONGEST.test(test.path) ? longest : others).push(test);
    return [...longest, ...others];
  }
}

function shuffled({ path }) {
  return createHash('sha256').update(`${process.env.SHUFFLE}\0${path}`).digest('hex');
}
