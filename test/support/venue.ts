import type { StoredSession } from '@supreme-access/contract/sessions.js';
import type { AdminProduct } from '@supreme-access/contract/shapes/products.js';
import type { Browser } from 'playwright-core';
import { type Api, expectOk } from './api.js';
import { inviteAuditor } from './audits.js';
import { openBrowser, openWindow, type Window } from './browser.js';
import { createDrop, type Drop } from './drops.js';
import { freePort } from './free-port.js';
import { BrowserCrypto } from './jwe.js';
import { linkIn, mailTo, type Page } from './mailbox.js';
import { acoInput, type Person, person } from './people.js';
import { ADMIN, ServerProcess } from './server-process.js';
import { logIn, Shopper } from './shopper.js';
import { Staff } from './staff.js';
import { Visitor } from './visitor.js';

/** A server and a browser for stories on pages. */
export class Venue {
  private windows: Window[] = [];

  private constructor(
    readonly server: ServerProcess,
    readonly admin: Api,
    private readonly crypto: BrowserCrypto,
    private readonly browser: Browser,
    private readonly friends: readonly string[],
  ) {}

  /** `friends`: further hosts that its pages may request */
  static async open(settings: Readonly<Record<string, string>> = {}, friends: readonly string[] = []): Promise<Venue> {
    const port = await freePort();
    // Links in mails must have the browser's origin, or its storage would be another one.
    const here = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings };
    const server = await ServerProcess.start(here);
    const crypto = await BrowserCrypto.open(server.anyone);
    return new Venue(server, await server.admin(), crypto, await openBrowser(), friends);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.remove();
  }

  /** Closes every window and returns their complaints. */
  async clear(): Promise<string[]> {
    const complaints = this.complaints();
    await Promise.all(this.windows.splice(0).map(({ page }) => page.context().close()));
    return complaints;
  }

  /** The windows' complaints since the last call. */
  complaints(): string[] {
    return this.windows.flatMap(({ complaints }) => complaints.splice(0));
  }

  /** `session`: signs the visitor in */
  async visitor(who: Person, session?: StoredSession): Promise<Visitor> {
    return new Visitor(await this.window(session), who);
  }

  staff(path?: string): Promise<Staff> {
    return this.atDesk(ADMIN, path);
  }

  /** A signed-in auditor. */
  async auditor(path?: string): Promise<Staff> {
    return this.atDesk(await inviteAuditor(this.admin, this.server.anyone, person(90)), path);
  }

  /** A shopper with a finished setup, made without pages. */
  async shopper(who: Person, card?: string): Promise<Shopper> {
    const shopper = await Shopper.signUp(this.server.anyone, this.crypto, who);
    await shopper.saveCard(card);
    await shopper.addProfile();
    return shopper;
  }

  /** Opens the page as a signed-in shopper with a finished setup. */
  async arrival(path: string, who: Person): Promise<{ visitor: Visitor; shopper: Shopper }> {
    const shopper = await this.shopper(who);
    const visitor = await this.visitor(who, shopper.session);
    await visitor.page.goto(path);
    return { visitor, shopper };
  }

  /** A guest's slot, made without pages. */
  async guestOrder(who: Person, productId: string): Promise<void> {
    const acoDataPayload = await this.crypto.seal('aco', acoInput(who, 'm', 'Ink'), null);
    const { email, name } = who;
    const reservation = { email, name, productId, stripeToken: 'tok_visa', acoDataPayload };
    await expectOk(this.server.anyone.post('/api/checkout/completeuser', reservation));
  }

  async promo(promoCode: string, percent: number): Promise<void> {
    await expectOk(this.admin.post('/api/admin/promos', { promoCode, percent }));
  }

  drop(drop: Drop): Promise<AdminProduct> {
    return createDrop(this.admin, drop);
  }

  async release({ productId }: Pick<AdminProduct, 'productId'>): Promise<void> {
    await expectOk(this.admin.post(`/api/admin/products/${productId}/release`));
  }

  /** The path of the link in the person's newest mail of a kind. */
  async linkTo(who: Person, kind: string, under: Page): Promise<string> {
    return linkIn(await mailTo(this.server.directory, kind, who.email), under);
  }

  private async atDesk(who: { email: string; password: string }, path = '/admin/'): Promise<Staff> {
    const staff = new Staff(await this.window(await logIn(this.server.anyone, who)));
    await staff.open(path);
    return staff;
  }

  private async window(session?: StoredSession): Promise<Window> {
    const window = await openWindow(this.browser, this.server.url, this.friends, session);
    this.windows.push(window);
    return window;
  }
}
