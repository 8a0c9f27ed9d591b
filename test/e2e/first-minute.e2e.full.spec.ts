import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { readConfig } from '../../backend/src/config/config.js';
import { FirstMinute } from '../../backend/src/server/first-minute/first-minute.js';
import { firstSteps } from '../../backend/src/server/first-steps.js';
import { type ProductServer, startServer } from '../../backend/src/server/server.js';
import { violationsInBothSchemes, WITH_BEST_PRACTICE } from '../support/axe.js';
import { describeInBrowser, openBrowser, openWindow, type Window } from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { Keyboard } from '../support/keyboard.js';
import { overflow } from '../support/layout.js';

jest.setTimeout(400_000);
const WIDTHS = [
  { name: 'a desk', size: { width: 1440, height: 900 } },
  { name: 'a phone', size: { width: 390, height: 844 } },
];

describeInBrowser('in the browser, the guided first minute', () => {
  let directory: string;
  let server: ProductServer;
  let browser: Browser;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'minute-'));
    // The sandbox reads our profile at the address of PUBLIC_URL, which has the port.
    const here = { DATA_DIR: join(directory, 'data'), PORT: String(await freePort()) };
    const config = readConfig({ ...here, LOG_LEVEL: 'silent', SEED: 'demo' });
    server = await startServer(config, { firstSteps: (app) => firstSteps(app, () => undefined) });
    await server.ready;
    await server.work();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  async function arrive(size: { width: number; height: number }): Promise<Window> {
    const window = await openWindow(browser, server.url);
    await window.page.setViewportSize(size);
    await window.page.goto(String(await server.app.get(FirstMinute).open(server.app)));
    await window.page.getByRole('region', { name: 'The drop' }).waitFor();
    return window;
  }
  const pane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it.each(WIDTHS)('is walked by keyboard from the drop to the damaged byte on $name', async ({ size }) => {
    const { page, complaints } = await arrive(size);
    expect(page.url()).toBe(`${server.url}/first-minute/`);
    const keyboard = new Keyboard(page);
    await page.getByRole('button', { name: 'Start a Drop of 20 Seconds' }).waitFor();
    await keyboard.to(/^Start a Drop/);
    await keyboard.press('Enter');
    const phone = pane(page, 'The phone');
    await phone.getByRole('button', { name: 'Secure Now' }).waitFor();
    await keyboard.to(/^Secure Now/);
    await keyboard.press('Enter');
    await phone.getByRole('article', { name: 'Ticket for First Minute Hoodie' }).waitFor();
    await pane(page, 'The log').getByText('SlotReserved').first().waitFor();
    const board = pane(page, 'The board');
    await board.getByText(/^Never oversold: \d+ of 36 slots\.$/).waitFor();
    await board.getByText(/^Fees charged\s*[1-9]/).waitFor();
    await pane(page, 'The inbox').locator('summary').first().waitFor();

    await keyboard.to(/^Change One Byte/);
    await keyboard.press('Enter');
    const change = pane(page, 'Change one byte');
    await change.getByText('The log: intact.').waitFor();
    await change.getByText(/position \d+, \S+ revision \d+: the hash does not fit the event/).waitFor();

    expect(keyboard.wrong).toEqual([]);
    expect(await violationsInBothSchemes(page, WITH_BEST_PRACTICE)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await page.reload();
    await pane(page, 'The phone').getByRole('article').waitFor();
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: 'Start a Drop of 20 Seconds' }).waitFor();
    await page.context().close();
  });

  it('opens the product itself as each of the three, without a password', async () => {
    const { page, complaints } = await arrive({ width: 1440, height: 900 });
    const open = async (name: RegExp) => {
      const opening = page.context().waitForEvent('page');
      await page.getByRole('link', { name }).click();
      return opening;
    };
    const shop = await open(/^Open the shop as Mara Lund/);
    await shop.getByRole('link', { name: 'Account', exact: true }).waitFor();
    const admin = await open(/^Open the admin as Demo Operator/);
    await admin.getByRole('heading', { name: 'Latest orders' }).waitFor();
    const audit = await open(/^Open the audit as Demo Auditor/);
    await audit.getByRole('heading', { name: 'Promises', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says what to do where the link was used', async () => {
    const { page } = await openWindow(browser, server.url);
    await page.goto('/first-minute/');
    await page.getByText('Open the link that npm start has printed.').waitFor();
    await page.goto('/first-minute/#used');
    await page.reload();
    await page.getByRole('alert').waitFor();
  });
});
