import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OFFER_MS } from '@supreme-access/contract/limits.js';
import type { WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { mailsTo } from '../fixtures/mailbox.js';
import { type Api, expectOk } from '../support/api.js';
import { allEvents, createDrop, eventually } from '../support/drops.js';
import { BrowserCrypto } from '../support/jwe.js';
import { mailTo } from '../support/mailbox.js';
import { MovedClock } from '../support/moved-clock.js';
import { person } from '../support/people.js';
import { ServerProcess } from '../support/server-process.js';
import { Shopper } from '../support/shopper.js';

const MAIL = 'slot-offered';
/** ms; longer than a mail's first claim, and shorter than an offer */
const CLAIM = 130_000;
/** ms from a withdrawal to the kill: before, during and after the mail */
const MOMENTS = [0, 10, 30, 80];

describe('a server that is killed between a slot that is freed and the mail of its offer', () => {
  let directory: string;
  let clock: MovedClock;
  let server: ServerProcess;
  let admin: Api;
  let people = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'waitlist-'));
    clock = MovedClock.in(directory);
    server = await ServerProcess.start(clock.settings);
    admin = await server.admin();
  });
  afterAll(async () => {
    await server.remove();
    await rm(directory, { recursive: true, force: true });
  });

  const shopper = async () => {
    people += 1;
    // by the server's moved clock
    const crypto = await BrowserCrypto.open(server.anyone);
    const one = await Shopper.signUp(server.anyone, crypto, person(people));
    await one.saveCard();
    return Object.assign(one, { profileId: await one.addProfile() });
  };
  type Somebody = Awaited<ReturnType<typeof shopper>>;
  const path = (productId: string) => `/api/user/products/${productId}/waitlist`;
  const placeOf = async (productId: string, { api }: Somebody) =>
    (await expectOk(api.get<{ places: WaitingPlace[] }>(path(productId)))).places[0];
  const mailed = async ({ who }: Somebody) =>
    (await mailsTo(server.directory, who.email)).filter(({ name }) => name.includes(`-${MAIL}-`));
  const offersOf = async (productId: string) =>
    (await allEvents(admin)).filter(({ stream, type }) => type === 'SlotOffered' && stream === `product-${productId}`);

  /** A sold-out drop of one slot, with two people waiting. */
  async function soldOutDrop(productTitle: string) {
    const { productId } = await createDrop(admin, { productTitle, totalStock: 1 });
    const [holder, ada, bea] = [await shopper(), await shopper(), await shopper()];
    const { orderId } = await holder.secure(productId);
    for (const { api, profileId } of [ada, bea])
      await expectOk(api.post(path(productId), { profileId, size: 'm', style: 'Ink' }));
    const withdraw = () => expectOk(holder.api.post(`/api/user/orders/${orderId}/withdraw`, {}));
    return { productId, ada, bea, withdraw };
  }

  /** The server frees the slot, sends nothing, and is killed. */
  async function freedAndKilled(productTitle: string) {
    const all = await soldOutDrop(productTitle);
    await server.kill();
    await server.again({ WORK: 'off' });
    await all.withdraw();
    expect(await placeOf(all.productId, all.ada)).toMatchObject({ rank: 0, offeredUntil: expect.any(String) });
    await server.kill();
    return all;
  }

  it('has offered it: its successor mails the offer once, and the slot is theirs', async () => {
    const { productId, ada, bea } = await freedAndKilled('Before the Mail');
    expect(await mailed(ada)).toEqual([]);

    await server.again();

    await mailTo(server.directory, MAIL, ada.who.email);
    expect(await placeOf(productId, bea)).toMatchObject({ rank: 1, offeredUntil: null });
    await ada.secure(productId);
    expect([await offersOf(productId), await mailed(ada), await mailed(bea)].map(({ length }) => length)).toEqual([
      1, 1, 0,
    ]);
  });

  it('for longer than the offer lasts offers it to the next, and mails no expired offer', async () => {
    const { productId, ada, bea } = await freedAndKilled('Away for Long');
    await clock.moveTo(clock.now() + OFFER_MS + 1_000);

    await server.again();

    await mailTo(server.directory, MAIL, bea.who.email);
    expect(await placeOf(productId, ada)).toBeUndefined();
    expect(await mailed(ada)).toEqual([]);
    await bea.secure(productId);
  });

  it('at any moment offers the slot once, and mails it under one Message-ID', async () => {
    for (const [round, ms] of MOMENTS.entries()) {
      const { productId, ada, withdraw } = await soldOutDrop(`Moment ${round + 1}`);
      await withdraw();
      await pause(ms);
      await server.kill();
      await clock.moveTo(clock.now() + CLAIM);
      await server.again();
      await eventually('the mail, written down as sent', 60_000, async () => {
        const sent = (await allEvents(admin)).filter(({ stream }) => stream.startsWith(`mail-product-${productId}:`));
        return sent.some(({ type }) => type === 'MailSent') || undefined;
      });
      const ids = new Set((await mailed(ada)).map(({ mail }) => mail.headers.get('message-id')));
      expect([ms, ids.size, (await offersOf(productId)).length]).toEqual([ms, 1, 1]);
      await ada.secure(productId);
    }
  });
});
