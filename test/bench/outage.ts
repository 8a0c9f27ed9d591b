import { Program } from '../support/program.js';
import type { Result } from './results.js';

/** What test/drill/outage.ts says while it runs. */
interface Outage {
  grown: number;
  most: number;
  megabytes: number;
}
interface Ending {
  open: number;
  findings: string[];
  megabytes: number;
}

const HEAP = 600;
const BOUND = 20;

/** A drop of so many orders with one partner away for 60 of the 72 hours, in virtual time and a process of its own. */
export async function outage(orders: number, say: (text: string) => void): Promise<Result[]> {
  const results: Result[] = [];
  for (const away of ['retailer', 'stripe']) {
    const limits = { NODE_OPTIONS: `--max-semi-space-size=32 --max-old-space-size=${HEAP}` };
    const args = ['--away', away, '--orders', String(orders)];
    const program = Program.start('backend/dist/drill/test/drill/outage.js', limits, args);
    const { code } = await program.ended;
    const [during, ending] = program.lines.map((line) => (line.startsWith('{') ? JSON.parse(line) : {}));
    if (code !== 0 || !during || !ending) throw new Error(program.text);
    say(`${away} away, ${orders} orders: ${program.lines.at(-1)}`);
    results.push(...rows(`${away} away for 60 h, ${orders} orders`, orders, during as Outage, ending as Ending));
  }
  return results;
}

function rows(name: string, orders: number, during: Outage, { open, findings, megabytes }: Ending): Result[] {
  const most = { value: during.most, unit: 'events', must: [`at most ${BOUND}`, during.most <= BOUND] } as const;
  const heap = Math.max(during.megabytes, megabytes);
  const isFine = open === 0 && findings.length === 0;
  return [
    { name: `${name}: most events of an order`, ...most },
    { name: `${name}: growth of the log per order`, value: during.grown / orders, unit: 'events' },
    { name: `${name}: ended in time`, value: orders - open, unit: 'orders', must: ['all, each once', isFine] },
    { name: `${name}: heap, the simulated stores with it`, value: heap, unit: 'MB', must: [`< ${HEAP}`, heap < HEAP] },
  ];
}
