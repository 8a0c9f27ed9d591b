import { Program } from '../support/program.js';
import type { Result } from './results.js';

/** Printed by test/simulation/outage.ts. */
interface Heap {
  megabytes: number;
  /** of these, the text held by the simulated log and partners */
  others: number;
}
interface Outage extends Heap {
  grown: number;
  most: number;
}
interface Ending {
  open: number;
  most: number;
  findings: string[];
}

/** A drop with one partner unreachable for 60 of the 72 hours, in virtual time and in a process of its own; both at once, for nothing is timed. */
export async function outage(orders: number, say: (text: string) => void): Promise<Result[]> {
  const both = ['retailer', 'stripe'].map((away) => withoutPartner(away, orders, say));
  return (await Promise.all(both)).flat();
}

async function withoutPartner(away: string, orders: number, say: (text: string) => void): Promise<Result[]> {
  const limits = { NODE_OPTIONS: '--max-semi-space-size=32 --max-old-space-size=4096' };
  const args = ['--away', away, '--orders', String(orders)];
  const program = Program.start('backend/dist/simulation/test/simulation/outage.js', limits, args);
  const { code } = await program.ended;
  const printed = program.lines.filter((line) => line.startsWith('{'));
  if (code !== 0 || printed.length !== 3) throw new Error(program.text);
  const [during, after, ending] = printed.map((line) => JSON.parse(line)) as [Outage, Heap, Ending];
  say(`${away} unreachable, ${orders} orders: ${program.lines.at(-1)}`);
  return rows(`${away} unreachable for 60 h, ${orders} orders`, orders, { during, after, ending });
}

function rows(name: string, orders: number, printed: { during: Outage; after: Heap; ending: Ending }): Result[] {
  const { during, after, ending } = printed;
  const heap = Math.max(...[during, after].map(({ megabytes, others }) => megabytes - others));
  const isFine = ending.open === 0 && ending.findings.length === 0;
  return [
    { name: `${name}: most events of an order`, value: during.most, unit: 'events' },
    { name: `${name}: most events of an order, in all`, value: ending.most, unit: 'events' },
    { name: `${name}: growth of the log per order`, value: during.grown / orders, unit: 'events' },
    { name: `${name}: ended in time`, value: orders - ending.open, unit: 'orders', must: ['all, each once', isFine] },
    { name: `${name}: heap without log and partners`, value: heap, unit: 'MB' },
  ];
}
