import { processorTime, slowness } from './cost.js';

/** ms between two measurements of the machine */
const MEASURED_EVERY = 5_000;
/** A unit is a second of processor time on the machine of `cost.js`'s REFERENCE. docs/testing.md */
const BUDGETS = {
  fast: { all: 420, file: 6, case: 2 },
  full: { all: 1_080, file: Infinity, case: Infinity },
};
/** The same work takes this much more processor time on a busy machine; a file or case may use it up. */
const NOISE = 2;
/** A shuffled run is of order and load, beside other work: the same work may take this much more there. */
const BESIDE = process.env.SHUFFLE ? 1.5 : 1;
/** Files of the fast tier that may take more, with the reason. */
const EXCEPTIONS = [
  { file: 'test/simulation/simulation.spec.ts', units: 16, case: 9 }, // twelve days and eight planted bugs, each a world of its own
  { file: 'test/processes/one-kill.spec.ts', units: 6, case: 6 }, // two starts of a server, and a drop
  { file: 'test/security/fuzz.spec.ts', units: 8 }, // every operation, twenty requests each
  { file: 'customers/accounts/login-limits.spec.ts', case: 4 }, // five hundred people sign up
  { file: 'server/hostile-input.spec.ts', units: 8 }, // every field of every body
  { file: 'test/processes/npm-start.spec.ts', case: 4 }, // a start of the whole product
  { file: 'products/editing-products.spec.tsx', units: 9 }, // the largest form, typed into
];

/** Fails a run whose spec files take more than their budget. */
export default class Budget {
  #files = [];
  #measured = [slowness()];
  #over = [];

  constructor(_globalConfig, { tier, budget = BUDGETS[tier] }) {
    this.budget = budget;
  }

  onRunStart() {
    this.measuring = setInterval(() => this.#measured.push(slowness()), MEASURED_EVERY);
  }

  onTestResult({ path }, { cost }) {
    if (cost) this.#files.push({ path, ...cost });
  }

  onRunComplete() {
    clearInterval(this.measuring);
    const slow = median(this.#measured);
    const units = (ms) => ms / 1_000 / slow;
    const { budget } = this;
    const all = units(processorTime());
    if (all > BESIDE * budget.all) this.#over.push(`all together ${show(all)} of ${budget.all} units`);
    for (const { path, ms, dearest } of this.#files) {
      const exception = EXCEPTIONS.find(({ file }) => path.endsWith(file)) ?? {};
      const { units: file = budget.file, case: one = budget.case } = exception;
      if (units(ms) > BESIDE * NOISE * file) this.#over.push(`${path}: ${show(units(ms))} of ${file} units`);
      if (units(dearest.ms) > BESIDE * NOISE * one)
        this.#over.push(`${path}, "${dearest.name}": ${show(units(dearest.ms))} of ${one} units`);
    }
    say(
      `\nProcessor time: ${Math.round(processorTime() / 1_000)} s, ${show(all)} of ${budget.all} units. The dearest files:`,
    );
    const dearest = this.#files.toSorted((one, other) => other.ms - one.ms).slice(0, 5);
    for (const { path, ms } of dearest) say(`  ${show(units(ms))}  ${path}`);
    for (const one of this.#over) say(`Over its budget: ${one}`);
  }

  /** A returned error fails the run. */
  getLastError() {
    return this.#over.length > 0 ? new Error(`Over budget: ${this.#over.join('; ')}`) : undefined;
  }
}

const say = (line) => process.stderr.write(`${line}\n`);
const show = (units) => units.toFixed(1);
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
