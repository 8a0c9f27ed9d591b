import { readFileSync } from 'node:fs';

/** Texts that parsers go astray in, of any length. */
export const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => 'a'.repeat(length),
  digits: (length) => '4'.repeat(length),
  'blanks between two letters': (length) => between(' ', length),
  'empty lines between two letters': (length) => between('\n', length),
  'marks of quotation': (length) => between('>', length),
  'full stops': (length) => between('.', length),
  'at signs': (length) => between('@', length),
  brackets: (length) => '['.repeat(length),
  'angles that are never closed': (length) => '<'.repeat(length),
  'dots between letters': (length) => 'a.'.repeat(length / 2),
  accents: (length) => `e${'\u0301'.repeat(Math.max(0, length - 1))}`,
  'names of the prototype': (length) => '{"__proto__":'.repeat(length / 13),
};

function between(mark: string, length: number): string {
  return `x${mark.repeat(Math.max(0, length - 2))}x`;
}

/** ms of processor time that this thread has used: what else the machine is busy with does not count */
function used(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1_000;
  // https://docs.kernel.org/scheduler/sched-stats.html: time spent on the cpu, in nanoseconds
  const [time] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(time) / 1e6;
}

/** Uses so many ms of processor time. */
export function work(ms: number): void {
  const began = used();
  while (used() - began < ms);
}

/** What a deed costs this thread, ms of processor time: it cannot keep the others waiting for longer. The least of some tries. */
export async function cost(deed: () => unknown, enough = 25, tries = 4): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries && least > enough; i += 1) {
    const before = used();
    await deed();
    least = Math.min(least, used() - before);
  }
  return least;
}
