import { createPrivateKey } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { carryOut, type DoorContext } from '../../backend/src/emulators/shop/doors/door.js';
import { openDoors, type StandardDoors } from '../../backend/src/emulators/shop/doors/doors.js';
import { type FaultRates, Faults } from '../../backend/src/emulators/shop/faults.js';
import type { TakePayment } from '../../backend/src/emulators/shop/seller.js';
import type { Sale } from '../../backend/src/emulators/shop/shop.js';
import { signingKey } from '../../backend/src/emulators/shop/signing-key.js';
import type { Till } from '../../backend/src/emulators/shop/till.js';
import { never } from './connection.js';
import type { HttpAnswer, HttpRequest } from './network.js';

export const SELLER = 'profile_test_simulation';

/** The shares of purchases that go wrong in the ways that were seen at shops in the field. */
const FAULTS: FaultRates = {
  cancelLies: 0.06,
  tornComplete: 0.06,
  globalKeys: 0.03,
  completedWithoutOrder: 0.04,
  refusalIs500: 0.03,
  paymentIgnored: 0.05,
  keysForgotten: 0.05,
  totalRises: 0.03,
  escalates: 0.05,
  expires: 0.03,
  declined: 0.04,
  soldOut: 0.05,
};
const LIFETIME = 6 * 3_600_000;
/** ms for which `complete` goes on while its caller already asks something else */
const LASTS = 4_000;

/** A public test key: the same seed has to give the same log. */
const KEY = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKP/TYwPGwY/pNKuqKeZogG9MgPkMfftEZIIoWkC7JR6hRANCAARD' +
      'Lcksbp5kcDKdUNA/AhHE5EPdS1/4uxWorIZpbwaj+Wt96TclwsK02x0Gg6R7xxlbkYARJit01b13EKkRCad2',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** As much of our published profile as a shop reads, in either version's shape. */
function ourProfile(version: string): unknown {
  const names = ['checkout', 'fulfillment', 'order', 'catalog.lookup'].map((name) => `dev.ucp.shopping.${name}`);
  const capabilities =
    version === '2026-01-11'
      ? names.map((name) => ({ name, version }))
      : Object.fromEntries(names.map((name) => [name, [{ version }]]));
  return { ucp: { version, capabilities } };
}

/** One request to complete a session, as the shop received it. */
export interface Completed {
  session: string;
  key: string | undefined;
  body: string;
}

/** The two doors of the standards on the retailer's till, without their sockets. */
export class Shops {
  readonly completes: Completed[] = [];
  private readonly doors: StandardDoors;
  private readonly context: DoorContext;

  constructor(
    private readonly till: Till,
    seed: string,
    takePayment: TakePayment,
  ) {
    const { signal: stop } = new AbortController();
    const faults = new Faults(seed, FAULTS);
    this.context = { faults, seed, latency: { min: 0, max: 0 }, slowMs: 0, stop };
    this.doors = openDoors({
      till,
      facts: { origin: 'https://retailer.test', seller: SELLER },
      sessions: { seed, takePayment, lifetimeMs: LIFETIME, pause: () => wait(LASTS) },
      fetchProfile: async (url) => ourProfile(url.slice(url.lastIndexOf('/') + 1)),
      key: signingKey(KEY),
      webhooks: { urls: {}, secret: '', post: async () => true, pause: never },
    });
  }

  async answer(name: 'ucp' | 'acp', request: HttpRequest): Promise<HttpAnswer | undefined> {
    const path = request.path.slice(name.length + 1);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([header, value]) => [header.toLowerCase(), value]),
    );
    const [, session = ''] = /([^/]+)\/complete$/.exec(path) ?? [];
    if (session) this.completes.push({ session, key: headers['idempotency-key'], body: request.body });
    const called = await this.doors[name].call({ method: request.method, path, headers, body: request.body });
    return 'act' in called ? carryOut(this.context, called, never) : called;
  }

  /** What was sold in sessions. */
  orders(): Sale[] {
    const { outcomes } = this.till.shop;
    return [...outcomes.values()].filter((one): one is Sale => one.kind === 'sale' && one.session !== undefined);
  }
}
