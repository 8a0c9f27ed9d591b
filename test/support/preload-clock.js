import { readFileSync } from 'node:fs';

/** Preload for `node --import`: moves the program's clock ahead by the ms in the file MOVED_CLOCK. Timers are unaffected. */
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
