import { readFileSync } from 'node:fs';

/**
 * Loaded before a program (`node --import`): its clock goes ahead of the machine's by as many ms as the file says that
 * MOVED_CLOCK names. Timers run as they always do.
 */
const LOOK_AGAIN = 50;
const { MOVED_CLOCK = '' } = process.env;
const machine = Date;
const machineNow = Date.now;
let ahead = 0;

function look() {
  ahead = Number(readFileSync(MOVED_CLOCK, 'utf8'));
}

look();
setInterval(look, LOOK_AGAIN).unref();
Date.now = () => machineNow() + ahead;
globalThis.Date = new Proxy(machine, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, newTarget),
  apply: (target) => new target(target.now()).toString(),
});
