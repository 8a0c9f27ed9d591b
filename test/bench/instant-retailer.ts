import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A retailer process that sells everything at once and writes nothing to disk (docs/retailer-protocol.md). `GET /begun` answers when each
 * reference first arrived, ms UTC, and clears the list.
 */
let begun = new Map<string, number>();
let sales = 0;

interface Line {
  productId: string;
  size: string;
  style: string;
}

function cart(reference: string): object {
  if (!begun.has(reference)) begun.set(reference, Date.now());
  return { reference, cart: 'ready' };
}

function sale(reference: string, { productId, size, style }: Line): object {
  sales += 1;
  const number = `R-${sales}`;
  const receipt = `Order ${number}\nReference ${reference}`;
  const sha256 = createHash('sha256').update(receipt).digest('hex');
  const order = { number, placedAt: new Date().toISOString(), productId, size, style, receipt, sha256 };
  return { reference, outcome: 'succeeded', order };
}

function product(productId: string): object {
  return { productId, title: 'Benchmark', opensAt: null, stock: [{ size: 'm', style: 'Ink', quantity: 1_000_000 }] };
}

function takeStartTimes(): object {
  const times = [...begun.values()];
  begun = new Map();
  return times;
}

function answer(method: string, path: string, body: string): object {
  const [, what, name = ''] = path.split(/[/?]/).map(decodeURIComponent);
  if (what === 'begun') return takeStartTimes();
  if (what === 'products') return product(name);
  if (what === 'carts') return cart(name);
  if (method === 'PUT') return sale(name, JSON.parse(body));
  if (method === 'POST') return { reference: name, outcome: 'refused', reason: 'closed', retryable: false };
  return { reference: name, outcome: 'never-seen' };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  void read(request).then((body) => {
    const text = JSON.stringify(answer(request.method ?? '', request.url ?? '/', body));
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  });
});
// A benchmark prepares for less than this.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
