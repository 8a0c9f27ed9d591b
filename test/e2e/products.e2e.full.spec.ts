import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { phoneJpeg } from '../fixtures/pictures.js';
import { expectOk } from '../support/api.js';
import { inviteAuditor } from '../support/audits.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { person } from '../support/people.js';
import type { Staff } from '../support/staff.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, product: string) => page.getByRole('row', { name: product });

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await page.getByRole('img', { name }).waitFor();
}

describeInBrowser('in the browser, the products of an admin', () => {
  let venue: Venue;
  let staff: Staff;

  beforeAll(async () => {
    venue = await Venue.open();
    staff = await venue.staff();
  });
  afterEach(() => {
    expect(venue?.complaints()).toEqual([]);
  });
  afterAll(() => venue?.close());

  async function products(): Promise<Page> {
    await staff.openAnew('/admin/products');
    await staff.page.getByRole('heading', { name: 'Products' }).waitFor();
    return staff.page;
  }

  it('are created in a dialog, with a picture that the shop shows', async () => {
    const page = await products();
    await page.getByRole('button', { name: 'Create Product' }).click();
    const create = dialog(page, 'Create Product');
    await create.getByLabel('Product Title').fill('Signal Box Coat');
    await create.getByLabel('Price').fill('42.5');
    await create.getByLabel('Total Stock').fill('7');
    expect(await create.getByLabel('Available').isChecked()).toBe(true);
    await choose(page, 'coat.jpg', await phoneJpeg());
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await create.getByRole('button', { name: 'Create Product' }).click();

    await page.getByText('The product is listed.').waitFor();
    await row(page, 'Signal Box Coat').getByText('$42.50').waitFor();
    expect(await row(page, 'Signal Box Coat').getByText('7', { exact: true }).count()).toBeGreaterThan(0);
    const { visitor } = await venue.arrival('/shop', person(1));
    const picture = visitor.page.locator('img[src^="/pictures/"]').first();
    await picture.waitFor();
    await visitor.page.waitForFunction(() => [...document.images].every((image) => image.complete));
    const shown = await picture.evaluate((image: HTMLImageElement) => ({
      path: new URL(image.currentSrc).pathname,
      widths: [...(image.parentElement?.querySelectorAll('source') ?? [])].map(
        ({ srcset }) => srcset.split(', ').length,
      ),
    }));
    // The phone's picture is 300 px wide and is never enlarged.
    expect(shown).toEqual({ path: expect.stringMatching(/^\/pictures\/[0-9a-f]{64}-300\.avif$/), widths: [1, 1, 1] });
  });

  it('show errors at their fields', async () => {
    const page = await products();
    await page.getByRole('button', { name: 'Create Product' }).click();
    const create = dialog(page, 'Create Product');
    await create.getByRole('button', { name: 'Create Product' }).click();
    await create.getByText('Required').nth(2).waitFor();
    expect(await create.getByText('Required').count()).toBe(3);
    await create.getByLabel('Product Title').fill('Never Listed');
    await create.getByLabel('Price').fill('0');
    await create.getByLabel('Total Stock').fill('3');
    await create.getByText('Enter more than 0.').waitFor();
    await create.getByLabel('Price').fill('12.345');
    await create.getByRole('button', { name: 'Create Product' }).click();
    await create.getByText('The price must be above 0, with at most two decimals.').waitFor();

    await create.getByLabel('Price').fill('12');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') });
    await create.getByRole('button', { name: 'Create Product' }).click();
    await create.getByText('Choose a whole picture: JPEG, PNG, WebP, AVIF or GIF.').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await create.getByRole('button', { name: 'Back' }).click();
    expect(await row(page, 'Never Listed').count()).toBe(0);
  });

  it('are edited in a dialog, which continues on the page with every field', async () => {
    await venue.drop({ productTitle: 'Depot Vest', totalStock: 5, price: 20 });
    const page = await products();
    await row(page, 'Depot Vest').getByRole('button', { name: 'Edit' }).click();
    const edit = dialog(page, 'Edit Product');
    await edit.getByLabel('Price').fill('22');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved.').waitFor();
    await row(page, 'Depot Vest').getByText('$22.00').waitFor();

    await row(page, 'Depot Vest').getByRole('button', { name: 'Edit' }).click();
    await edit.getByLabel('Product Title').fill('Depot Gilet');
    await edit.getByRole('link', { name: 'All fields' }).click();
    await page.getByRole('heading', { name: 'Edit Depot Vest' }).waitFor();
    await page.locator('input[name="productTitle"][value="Depot Gilet"]').waitFor();
    await page.getByRole('button', { name: 'Add a picture by its URL' }).click();
    await page.getByLabel('Image URL').fill('https://pictures.example/gilet.webp');
    await page.getByLabel('Image URL').fill('http://pictures.example/gilet.webp');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The image must be a path on this server or an https address.').waitFor();
    await page.getByLabel('Image URL').fill('');
    await choose(page, 'gilet.jpg', await phoneJpeg());
    await page.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('heading', { name: 'Depot Gilet' }).waitFor();
    expect(await page.locator('img[src^="/pictures/"]').count()).toBe(1);
  });

  it('edited by two admins show the second one both versions, and the choice is saved', async () => {
    const { productId } = await venue.drop({ productTitle: 'Twice Parka', totalStock: 5, price: 20 });
    await (await venue.shopper(person(4))).secure(productId);
    const page = await products();
    await row(page, 'Twice Parka').getByRole('link', { name: 'Twice Parka' }).click();
    await page.getByRole('heading', { name: 'Twice Parka' }).waitFor();
    await page.getByRole('meter', { name: 'Slots reserved' }).waitFor();
    await page.locator('a[href*="/orders/"]', { hasText: person(4).name }).waitFor();
    expect(await page.getByRole('link', { name: 'Preview' }).getAttribute('href')).toContain(productId);

    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = dialog(page, 'Edit Product');
    await edit.getByLabel('Price').fill('22');
    await expectOk(venue.admin.post('/api/admin/products/edit', { productId, price: 28, totalStock: 9 }));
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('radio', { name: 'Theirs: 28' }).waitFor();
    expect(await edit.getByRole('radio', { name: 'Theirs: 9' }).isChecked()).toBe(true);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved.').waitFor();
    await page.getByText('$22.00').waitFor();

    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Create Product' }).waitFor();
    await page.locator('input[name="productTitle"][value="Twice Parka"]').waitFor();
  });

  it('are offered for deletion only when it can succeed, with a reason otherwise', async () => {
    const { productId } = await venue.drop({ productTitle: 'Held Parka', totalStock: 5 });
    await (await venue.shopper(person(2))).secure(productId);
    await venue.drop({ productTitle: 'Nobody’s Parka', totalStock: 5 });
    const page = await products();
    const held = row(page, 'Held Parka').getByRole('button', { name: 'Delete' });
    await page.locator('[aria-disabled="true"]', { hasText: 'Delete' }).first().waitFor();
    await held.hover();
    await page.getByRole('tooltip', { name: 'Orders of this product are still open.' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await held.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);

    await row(page, 'Nobody’s Parka').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The product is delisted.').waitFor();
    await row(page, 'Nobody’s Parka').waitFor({ state: 'detached' });
    await row(page, 'Held Parka').waitFor();
  });

  it('are found by their release, and exported as the filter shows them', async () => {
    await venue.drop({ productTitle: '=Formula Fleece', totalStock: 5, releaseAt: '2099-07-05T11:00:00.000Z' });
    await venue.drop({ productTitle: 'Undated Fleece', totalStock: 5, releaseAt: null });
    const page = await products();
    await row(page, 'Undated Fleece').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Release from' }).click();
    await page.getByLabel('Release from').fill('2020-01-01T00:00');
    await row(page, 'Undated Fleece').waitFor({ state: 'detached' });
    await row(page, '=Formula Fleece').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(download.suggestedFilename()).toBe('products.csv');
    expect(csv).toMatch(/^\ufeffid,/);
    expect(csv).toContain("'=Formula Fleece");
    expect(csv).not.toContain('Undated Fleece');
  });

  it('are read by an auditor without actions', async () => {
    await venue.drop({ productTitle: 'Glass Case Coat', totalStock: 5 });
    const { email, password } = await inviteAuditor(venue.admin, venue.server.anyone, person(3));
    const { page } = await venue.visitor(person(3));
    await page.goto('/admin/products');
    await page.locator('input[name="email"]').fill(email);
    await page.locator('input[name="password"]').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await row(page, 'Glass Case Coat').waitFor();
    for (const offered of ['Create Product', 'Edit', 'Delete', 'Release now']) {
      expect([offered, await page.getByRole('button', { name: offered }).count()]).toEqual([offered, 0]);
    }
  });
});
