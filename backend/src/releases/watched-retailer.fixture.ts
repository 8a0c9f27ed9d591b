import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import type { Fault, Operation } from '../partners/sandbox-retailer/faults.js';
import { KEY } from '../partners/sandbox-retailer/retailer.fixture.js';
import {
  type SandboxOptions,
  type SandboxRetailer,
  startSandboxRetailer,
} from '../partners/sandbox-retailer/server.js';
import { type HttpAnswer, type HttpCall, pooled } from '../platform/calls/http-calls.js';
import { RetailerClient } from './retailer-client.js';

export interface Sale {
  reference: string;
  orderId: string;
  attempt: number;
  outcome: 'succeeded' | 'refused';
  reason?: string;
  size: string;
  style: string;
}
interface Call {
  method: string;
  path: string;
}

export class WatchedRetailer {
  readonly calls: Call[] = [];
  busiest = 0;
  beforeCall: (call: Call) => unknown = () => undefined;
  readonly client: RetailerClient;
  private busy = 0;

  private constructor(
    private readonly options: SandboxOptions,
    private sandbox: SandboxRetailer,
    /** references that something became of */
    private readonly progress: Arrivals<string>,
  ) {
    const send = pooled(sandbox.url);
    this.client = new RetailerClient({ url: sandbox.url, key: KEY, send: (call) => this.send(call, () => send(call)) });
  }

  static async open(options: Omit<SandboxOptions, 'key'>): Promise<WatchedRetailer> {
    const progress = new Arrivals<string>();
    const all = { ...options, key: KEY, onProgress: (reference: string) => progress.push(reference) };
    return new WatchedRetailer(all, await startSandboxRetailer(all), progress);
  }

  shut(): Promise<void> {
    return this.sandbox.close();
  }
  async reopen(): Promise<void> {
    this.sandbox = await startSandboxRetailer({ ...this.options, port: this.sandbox.port });
  }

  async ledger(): Promise<Sale[]> {
    return (await this.control<{ references: Sale[] }>('GET', '/ledger')).references;
  }
  async sales(): Promise<Sale[]> {
    return (await this.ledger()).filter(({ outcome }) => outcome === 'succeeded');
  }
  hasSold(orderId: string): Promise<void> {
    return this.progress.becomes(async () => (await this.sales()).some((sale) => sale.orderId === orderId));
  }
  async fault(fault: Fault, on: Operation = 'submit', times = 1): Promise<void> {
    await this.control('POST', '/sandbox/faults', { fault, on, times });
  }
  async noFaults(): Promise<void> {
    await this.control('DELETE', '/sandbox/faults');
  }
  /** Pieces by `size/style`; `others`: of each that is not named. */
  async stock(productId: string, quantities: Record<string, number>, others = 0): Promise<void> {
    const stock = Object.entries(quantities).map(([line, quantity]) => {
      const [size, style] = line.split('/');
      return { size, style, quantity };
    });
    await this.control('PUT', `/sandbox/products/${productId}`, { stock, others });
  }
  /** `at`: ms UTC; `others`: pieces of each size and style on the shelf until then. */
  async opens(productId: string, at: number, others = 100): Promise<void> {
    await this.control('PUT', `/sandbox/products/${productId}`, { opensAt: new Date(at).toISOString(), others });
  }

  callsOf(orderId: string): string[] {
    return this.calls.flatMap(({ method, path }) => {
      const [, what = '', reference = '', more] = decodeURIComponent(path).split('/');
      return reference.startsWith(orderId) ? [`${method} ${more ?? what} ${reference.slice(orderId.length)}`] : [];
    });
  }

  private async control<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${KEY}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(this.sandbox.url + path, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  private async send({ method, path }: HttpCall, go: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    const call = { method, path: path.split('?', 1)[0] ?? '' };
    this.calls.push(call);
    this.busy += 1;
    this.busiest = Math.max(this.busiest, this.busy);
    try {
      await this.beforeCall(call);
      return await go();
    } finally {
      this.busy -= 1;
    }
  }
}
