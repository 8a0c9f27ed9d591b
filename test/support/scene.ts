import { type Answer, type Api, expectOk } from './api.js';
import { allEvents, createDrop } from './drops.js';
import { BrowserCrypto } from './jwe.js';
import { person } from './people.js';
import { ServerProcess } from './server-process.js';
import { Shopper } from './shopper.js';

export const JWT_SECRET = 'a secret that only this specification knows';

/** A server with a product, a shopper who holds a slot of it, and a newcomer without a card. */
export interface Scene {
  server: ServerProcess;
  admin: Api;
  crypto: BrowserCrypto;
  shopper: Shopper;
  /** no card, and a profile of their own */
  newcomer: Shopper;
  productId: string;
  /** the shopper's profiles, with and without the slot */
  profiles: { holding: string; free: string };
  foreignProfile: string;
  orderId: string;
}

export async function openScene(): Promise<Scene> {
  const server = await ServerProcess.start({ JWT_SECRET });
  const admin = await server.admin();
  const crypto = await BrowserCrypto.open(server.anyone);
  const shopper = await Shopper.signUp(server.anyone, crypto, person(1));
  const newcomer = await Shopper.signUp(server.anyone, crypto, person(2));
  await shopper.saveCard();
  const profiles = { holding: await shopper.addProfile(), free: await shopper.addProfile(person(3)) };
  const foreignProfile = await newcomer.addProfile();
  const { productId } = await createDrop(admin, { productTitle: 'Steady', totalStock: 50 });
  const reservation = { productId, size: 'm', style: 'Ink', profileId: profiles.holding };
  const { orderId } = (await expectOk(shopper.reserve(reservation))).order;
  return { server, admin, crypto, shopper, newcomer, productId, profiles, foreignProfile, orderId };
}

/** Ids of the events that people caused. */
export async function humanEvents({ admin }: Scene): Promise<string[]> {
  return (await allEvents(admin)).filter(({ metadata }) => metadata.actor.kind !== 'worker').map(({ id }) => id);
}

export type Refusal = [status: number, code: string, text?: string];
export interface Case {
  what: string;
  ask: () => Promise<Answer>;
  refusal: Refusal;
}

/** Each case expects exactly this refusal, and no event. */
export function refuses(scene: () => Scene, cases: readonly Case[]): void {
  it.each(cases.map((one) => [one.what, one] as const))('%s', async (_, { ask, refusal: [status, code, text] }) => {
    const before = await humanEvents(scene());

    const answer = await ask();

    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.body).toEqual({ success: false, code, error: text ?? expect.stringMatching(/^[A-Za-z0-9].*/) });
    expect(answer.error).not.toMatch(/node_modules|\.[jt]s:\d|\bat \w+ \(/);
    expect(await humanEvents(scene())).toEqual(before);
  });
}
