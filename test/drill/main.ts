import './light-caches.js';
import { hash } from 'node:crypto';
import { drill } from './drill.js';
import { report } from './history.js';
import { type Options, readOptions, USAGE } from './options.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Days from seed to seed; says whether all of them went well. */
async function days({ seed, seeds, minutes }: Options): Promise<boolean> {
  const began = performance.now();
  const isTime = () => performance.now() - began < minutes * 60_000;
  const failed: number[] = [];
  let [run, events, fingerprint] = [0, 0, ''];
  for (; run < seeds && isTime(); run += 1) {
    const outcome = await drill(seed + run);
    events += outcome.events;
    fingerprint = hash('sha256', fingerprint + outcome.fingerprint, 'hex');
    if (outcome.findings.length > 0) {
      failed.push(outcome.seed);
      say(report(outcome));
    }
    if (seeds === 1) say(`seed ${outcome.seed}: ${outcome.events} events, fingerprint ${outcome.fingerprint}`);
  }
  const seconds = (performance.now() - began) / 1_000;
  const speed = `${seconds.toFixed(0)} s, ${(run / seconds).toFixed(1)} seeds/s`;
  say(
    `${run} seeds, ${events} events in ${speed}: ${failed.length === 0 ? 'nothing found' : `${failed.length} FAILED (${failed.join(' ')})`}`,
  );
  say(`fingerprint ${fingerprint}`);
  return failed.length === 0;
}

const options = readOptions(process.argv.slice(2));
if (!options) say(USAGE);
process.exit(options && (await days(options)) ? 0 : 1);
