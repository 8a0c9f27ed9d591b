import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { StoryEntry } from '@supreme-access/contract/shapes/orders.js';
import type { Locator, Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { person } from '../support/people.js';
import { ROOT } from '../support/root.js';
import { ADMIN } from '../support/server-process.js';
import { saved } from '../support/staff.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);
/** ms from the release to the fee */
const CHARGED_WITHIN = 60_000;
const MOST_CLICKS = 4;
const PRODUCT = 'Ledger Parka';

interface Typed {
  field: Locator;
  text: string;
}

/** Checks of the log are refused within half an hour of a release, so they come first. */
describeInBrowser('in the browser, an auditor without instructions', () => {
  const buyer = person(1);
  let venue: Venue;
  let page: Page;
  let productId = '';
  let orderId = '';
  let adminId = '';

  beforeAll(async () => {
    venue = await Venue.open();
    ({ productId } = await venue.drop({ productTitle: PRODUCT, totalStock: 5 }));
    ({ orderId } = await (await venue.shopper(buyer)).secure(productId));
    ({ uuid: adminId } = await expectOk(venue.admin.get<{ uuid: string }>('/api/user/info')));
    ({ page } = await venue.auditor());
  });
  afterAll(async () => {
    expect(await venue?.clear()).toEqual([]);
    await venue?.close();
  });

  async function fromTheBoard(...clicks: (Locator | Typed)[]): Promise<void> {
    expect(clicks.length).toBeLessThanOrEqual(MOST_CLICKS);
    await page.goto('/admin/');
    for (const one of clicks) {
      const { field, text } = 'field' in one ? one : { field: one, text: undefined };
      await field.click();
      if (text !== undefined) await field.fill(text);
    }
  }
  const latestOrder = () =>
    page
      .locator('section', { has: page.getByRole('heading', { name: 'Latest orders' }) })
      .getByRole('link', { name: PRODUCT })
      .first();
  const read = async (title: string) => {
    const part = page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
    return (await part.innerText()).replace(/\s+/g, ' ');
  };
  const story = async () => expectOk(venue.admin.get<StoryEntry[]>(`/api/admin/orders/${orderId}/story`));

  it('sees whether the log was altered', async () => {
    await fromTheBoard(
      page.getByRole('menuitem', { name: 'Audit' }),
      page.getByRole('button', { name: 'Verify' }),
      page.getByRole('dialog').getByRole('button', { name: 'Verify' }),
    );
    await page.getByRole('heading', { name: 'Verify', exact: true }).waitFor();
    await page.getByText('Passed', { exact: true }).waitFor();
    expect(await read('Figures')).toMatch(/Events [1-9]\d+ Streams [1-9]\d* Fingerprint \S+ Findings 0$/);
  });

  it('reads and exports orders, and is offered nothing that changes them or shows a card', async () => {
    await page.goto('/admin/orders');
    const row = page.getByRole('row', { name: buyer.email });
    await row.waitFor();
    for (const name of ['Auto-checkout data', 'Resend', 'Resend all', 'TestOrder', 'Test Checkout']) {
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
    }
    await row.getByRole('button', { name: /^Actions on / }).click();
    const offered = page.getByRole('menu', { name: /^Actions on / }).getByRole('menuitem');
    await offered.first().waitFor();
    expect(await offered.allInnerTexts()).toEqual(['Download order data']);
    const { text } = await saved(page, () => page.getByRole('menuitem', { name: 'Download order data' }).click());
    expect(Object.keys(JSON.parse(text))).toEqual(['order', 'story']);
    const csv = await saved(page, () => page.getByRole('button', { name: 'Export Visible' }).click());
    expect(csv.text).toContain(buyer.email);
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Story' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Auto-checkout data' }).count()).toBe(0);
  });

  it('sees why an order was charged', async () => {
    await venue.release({ productId });
    await eventually('the fee', CHARGED_WITHIN, async () =>
      (await story()).some(({ type }) => type === 'FeeCharged') ? true : undefined,
    );
    await fromTheBoard(latestOrder());
    const caused = (name: string, cause: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .filter({ hasText: `because of ${cause}` });
    await caused('Checkout succeeded', 'Checkout started').waitFor();
    await caused('Fee charge started', 'Checkout succeeded').waitFor();
    await caused('Fee charged', 'Fee charge started').waitFor();
    expect(await read('Money')).toContain('Charged $25.00 Refunded $0.00');
    expect(await read('Evidence')).toMatch(/Answer of the retailer Reference SBX-\d+/);
  });

  it('sees who fired its release', async () => {
    const release = page.getByRole('link', { name: 'Release started', exact: true });
    await fromTheBoard(latestOrder(), release.first(), page.locator(`a[href$="/accounts/${adminId}/show"]`).first());
    await page.getByRole('heading', { name: 'Admin', exact: true }).waitFor();
    expect(await read('Details')).toMatch(new RegExp(`Email ${ADMIN.email} .*Role Admin`));
  });

  it('sees what its shopper saw at that second', async () => {
    const released = (await story()).find(({ type }) => type === 'ReleaseStarted')?.at ?? '';
    const before = new Date(Date.parse(released) - 1).toISOString().slice(0, 23);
    await fromTheBoard(
      latestOrder(),
      page.getByRole('link', { name: 'History' }),
      { field: page.getByLabel('Time (UTC)'), text: before },
      page.getByRole('button', { name: 'Go', exact: true }),
    );
    await page.getByText(`${before.replace('T', ' ')} UTC`).waitFor();
    const saw = await read('What the shopper saw');
    expect(saw).toMatch(/^What the shopper saw Your slot is held\. Your card won't be charged till after success\. /);
    expect(saw).toMatch(/ price 25 .* statusLabel Pending .* charged 0 /);
    expect(saw).not.toContain('Release started');
  });

  it('finds the event of an export that was tampered with', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'export-'));
    const downloading = page.waitForEvent('download');
    await fromTheBoard(
      page.getByRole('menuitem', { name: 'Audit' }),
      { field: page.getByLabel('Product id'), text: productId },
      page.getByRole('button', { name: 'Export' }),
    );
    const file = join(directory, 'drop.ndjson');
    await (await downloading).saveAs(file);
    const verify = () =>
      spawnSync(process.execPath, [join(ROOT, 'verifiers/verify.mjs'), file, '--part'], { encoding: 'utf8' });
    expect(verify().status).toBe(0);

    const lines = (await readFile(file, 'utf8')).split('\n');
    const index = lines.findIndex((line) => line.includes('"SlotReserved"'));
    await writeFile(file, lines.map((line, at) => (at === index ? line.replace('"Ink"', '"Red"') : line)).join('\n'));

    const { status, stdout } = verify();
    expect([status, stdout]).toEqual([1, expect.stringContaining(`line ${index + 1}`)]);
    await rm(directory, { recursive: true });
  });
});
