import { randomBytes } from 'node:crypto';
import type { startEmulators } from '../emulators/emulators.js';
import { Program } from './program.js';

const SHOPPERS = ['--shoppers', '40', '--stock', '26'];
export type Emulators = Awaited<ReturnType<typeof startEmulators>>;

/** The demo checks the invariants against the event feed and the ledgers of retailer and Stripe. */
export function demoOn(emulators: Emulators, ...more: string[]): Program {
  const settings = {
    EVENTSTORE_URL: emulators.eventstoreUrl,
    MONGODB_URL: emulators.mongodbUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    JWT_SECRET: randomBytes(32).toString('hex'),
  };
  return Program.start('test/dist/test/demo/main.js', settings, [...SHOPPERS, ...more]);
}

export async function expectToHold(program: Program): Promise<void> {
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`the demo ended with ${code}:\n${program.text}`);
  // The demo moved the clock past the 72 hours.
  expect(program.text).toMatch(/72 hours after its release .* [1-9]\d* orders whose 72 hours are over/);
  expect(program.text).toMatch(/fee not paid in time/);
}
