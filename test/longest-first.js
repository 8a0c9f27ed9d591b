import Sequencer from '@jest/test-sequencer';

/** Days of the drill, whole drops, and the log's contract under faults: minutes, which are not to be waited for at the end. */
const LONGEST = /drill.drill|drop-on-stand-ins|eventstore-event-log/;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const [longest, others] = [[], []];
    for (const test of super.sort(tests)) (LONGEST.test(test.path) ? longest : others).push(test);
    return [...longest, ...others];
  }
}
