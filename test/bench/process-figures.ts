import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** Seconds of processor time by thread; the main thread, which answers, has the process's id. */
export type ThreadTimes = ReadonlyMap<number, number>;

/** ms between two memory samples */
const LOOK = 100;

/** What only Linux reports is measured only there. */
export const isReported = existsSync('/proc/self/schedstat');

export async function threadTimes(pid: number | undefined): Promise<ThreadTimes> {
  if (!isReported) return new Map();
  const tasks = (await readdir(`/proc/${pid}/task`)).map(Number);
  // The first figure is the time on a processor in ns: https://docs.kernel.org/scheduler/sched-stats.html
  const seconds = tasks.map(async (task) => {
    const text = await readFile(`/proc/${pid}/task/${task}/schedstat`, 'utf8').catch(() => '');
    return [task, Number.parseInt(text, 10) / 1e9] as const;
  });
  return new Map((await Promise.all(seconds)).filter(([, time]) => Number.isFinite(time)));
}

/** Seconds of the main thread and of the busiest other one: the thread that follows, or the garbage collector's. */
export function spentBy(pid: number | undefined, before: ThreadTimes, after: ThreadTimes) {
  const spent = [...after].map(([task, time]) => [task, time - (before.get(task) ?? 0)] as const);
  const main = spent.find(([task]) => task === pid)?.[1] ?? Number.NaN;
  const busiest = Math.max(0, ...spent.filter(([task]) => task !== pid).map(([, time]) => time));
  return { main, busiest };
}

/** MiB without mapped files */
export async function ownMemory(pid: number | undefined): Promise<number> {
  if (!isReported) return Number.NaN;
  const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

/** `memory`: the most that the process takes while the work is done, in MiB */
export async function withMemory<T>(
  pid: number | undefined,
  work: () => Promise<T>,
): Promise<{ done: T; memory: number }> {
  let most = await ownMemory(pid);
  const looking = setInterval(async () => {
    most = Math.max(most, await ownMemory(pid).catch(() => 0));
  }, LOOK);
  try {
    return { done: await work(), memory: most };
  } finally {
    clearInterval(looking);
  }
}
