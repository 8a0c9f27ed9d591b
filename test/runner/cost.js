import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** ms of processor time of this process and its ended children, which Linux alone reports: man 5 proc_pid_stat */
export function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + childrenTime();
}

const TICK = 10;
function childrenTime() {
  if (process.platform !== 'linux') return 0;
  const [, , , , , , , , , , , , , user, system] = readFileSync('/proc/self/stat', 'latin1').split(') ')[1].split(' ');
  return (Number(user) + Number(system)) * TICK;
}

/** ms of processor time of the loop below on the machine of the budgets */
const REFERENCE = 7;
const SAMPLE = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, name: `event ${id}`, at: [id, id + 1] })));

/** This machine's current speed relative to that one; 1 is as fast. */
export function slowness() {
  const before = process.cpuUsage();
  for (let round = 0; round < 400; round += 1) {
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(SAMPLE)))
      .digest();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / REFERENCE;
}

/** Measures a loaded file and its most expensive case by jest-circus's events. */
export class Cost {
  #loaded = processorTime();
  #begun = 0;
  #dearest = { name: '', ms: 0 };

  handle({ name, test }) {
    if (name === 'run_start') this.#loaded = processorTime();
    if (name === 'test_start') this.#begun = processorTime();
    if (name !== 'test_done') return;
    const ms = processorTime() - this.#begun;
    if (ms > this.#dearest.ms) this.#dearest = { name: test.name, ms };
  }

  /** ms of processor time */
  get total() {
    return { ms: processorTime() - this.#loaded, dearest: this.#dearest };
  }
}
