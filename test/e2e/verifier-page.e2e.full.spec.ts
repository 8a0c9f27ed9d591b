import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { linesOf } from '../fixtures/sealed-log.js';
import { events, FORGED, filesOf, type Given, published, TAMPERED } from '../fixtures/tampered-logs.js';
import { violationsInBothSchemes, WITH_BEST_PRACTICE } from '../support/axe.js';
import { describeInBrowser, openBrowser } from '../support/browser.js';
import { overflow } from '../support/layout.js';
import { ROOT } from '../support/root.js';

jest.setTimeout(120_000);
const PAGE = pathToFileURL(join(ROOT, 'storefront/dist/verifier.html')).href;
const WHOLE: Given = { lines: linesOf(events), seals: published };
const CHANGED = TAMPERED[0]?.[2] ?? WHOLE;

describeInBrowser('the verifier, one HTML file opened from the disk,', () => {
  let browser: Browser;
  let page: Page;
  let directory = '';
  const complaints: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'verifier-'));
    browser = await openBrowser();
    const context = await browser.newContext({ offline: true, locale: 'en-US' });
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('request', (request) => request.url() === PAGE || complaints.push(`requested ${request.url()}`));
    page = await context.newPage();
    await page.goto(PAGE);
  });
  afterEach(() => expect(complaints).toEqual([]));
  afterAll(async () => {
    await browser?.close();
    await rm(directory, { recursive: true });
  });

  async function written(given: Given): Promise<{ paths: string[]; key: string }> {
    const { files, key } = filesOf(given);
    const paths = files.map(({ name }) => join(directory, name));
    await Promise.all(files.map(({ name, text }) => writeFile(join(directory, name), text)));
    return { paths, key };
  }
  async function checked(given: Given): Promise<void> {
    const { paths, key } = await written(given);
    await page.reload();
    if (key !== '') {
      await page.locator('summary').click();
      await page.getByLabel('Public key').fill(key);
    }
    await page.locator('#files').setInputFiles(paths);
    await page.locator('#said h2').waitFor();
  }

  it('says what holds of a log as it is, and what was not checked', async () => {
    await checked(WHOLE);
    const said = await page.locator('#said').innerText();
    expect(said).toMatch(/^It holds\./);
    expect(said).toContain('Every chain: 12 events in 4 streams.');
    expect(said).toContain('Not checked');
    expect(await page.locator('#said .wrong').count()).toBe(0);
  });

  it.each([...TAMPERED, ...FORGED])('names %s, in red', async (_what, found, given) => {
    await checked(given);
    const first = page.locator('#said .finding').first();
    expect((await first.innerText()).slice(0, found.length)).toBe(found);
    expect(await first.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(143, 17, 9)');
  });

  it('is checked by keyboard alone, from what is pasted', async () => {
    await page.reload();
    await page.locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('a.b.c');
    // over the key and the tick to the button
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('this is no slot receipt').waitFor();
  });

  it.each([390, 1440])('fits %i px and breaks no rule of axe, in light and dark', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const given of [WHOLE, CHANGED]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await checked(given);
      await page.locator('summary').click();
      expect(await overflow(page)).toEqual([]);
      expect(await violationsInBothSchemes(page, WITH_BEST_PRACTICE)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
