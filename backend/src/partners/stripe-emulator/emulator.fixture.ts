import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import Stripe from 'stripe';
import { type StripeEmulator, type StripeEmulatorOptions, startStripeEmulator } from './stripe-emulator.js';

export const KEY = 'sk_test_fixture';
export const SECRET = 'whsec_fixture';

export function sdk(url: string, options: { key?: string; retries?: number } = {}): Stripe {
  const { hostname: host, port } = new URL(url);
  const maxNetworkRetries = options.retries ?? 0;
  return new Stripe(options.key ?? KEY, { host, port, protocol: 'http', maxNetworkRetries, telemetry: false });
}

export async function ask<T = unknown>(url: string, method: string, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export function answerBank(page: string, outcome: string): Promise<Response> {
  const body = new URLSearchParams({ client_secret: new URL(page).searchParams.get('client_secret') ?? '', outcome });
  return fetch(page, { method: 'POST', body, redirect: 'manual' });
}

export interface Received {
  body: string;
  signature: string;
  event: Stripe.Event;
}
export class Endpoint {
  readonly received = new Arrivals<Received>();
  url = '';
  answer: (event: Stripe.Event) => number | Promise<number> = () => 200;
  busiest = 0;
  private busy = 0;
  private server: Server | undefined;

  async listen(): Promise<void> {
    const server = createServer(async (request, response) => {
      this.busy += 1;
      this.busiest = Math.max(this.busiest, this.busy);
      let body = '';
      for await (const chunk of request) body += chunk;
      const event: Stripe.Event = JSON.parse(body);
      this.received.push({ body, signature: String(request.headers['stripe-signature']), event });
      response.statusCode = await this.answer(event);
      this.busy -= 1;
      response.end();
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  }

  types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

export class Bench {
  private readonly emulators = new Set<StripeEmulator>();
  private readonly endpoints: Endpoint[] = [];
  private readonly dirs: string[] = [];

  async dir(): Promise<string> {
    const dir = await mkdtemp(join(tmpdir(), 'stripe-emulator-'));
    this.dirs.push(dir);
    return dir;
  }

  async endpoint(): Promise<Endpoint> {
    const endpoint = new Endpoint();
    await endpoint.listen();
    this.endpoints.push(endpoint);
    return endpoint;
  }

  async start(options: Partial<StripeEmulatorOptions> = {}): Promise<StripeEmulator> {
    const emulator = await startStripeEmulator({ key: KEY, dir: options.dir ?? (await this.dir()), ...options });
    this.emulators.add(emulator);
    return emulator;
  }

  async stop(emulator: StripeEmulator): Promise<void> {
    this.emulators.delete(emulator);
    await emulator.close();
  }

  async close(): Promise<void> {
    for (const emulator of [...this.emulators]) await this.stop(emulator);
    for (const endpoint of this.endpoints.splice(0)) endpoint.close();
    for (const dir of this.dirs.splice(0)) await rm(dir, { recursive: true, force: true });
  }
}

export async function savedCard(stripe: Stripe, number: string): Promise<{ customer: string; payment_method: string }> {
  const card = { number, exp_month: '12', exp_year: '2040', cvc: '123' };
  const token = await stripe.tokens.create({ card });
  const customer = await stripe.customers.create({});
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
  await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: method.id,
    usage: 'off_session',
    confirm: true,
  });
  return { customer: customer.id, payment_method: method.id };
}

export async function chargedIntent(stripe: Stripe, number: string): Promise<Stripe.PaymentIntent> {
  const card = await savedCard(stripe, number);
  return stripe.paymentIntents.create({ amount: 2_000, currency: 'usd', ...card, off_session: true, confirm: true });
}

export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a refusal of Stripe, got ${error}`);
}
