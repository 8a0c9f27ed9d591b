import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Api, expectOk } from '../test/dist/test/support/api.js';
import { BrowserCrypto } from '../test/dist/test/support/jwe.js';
import { person } from '../test/dist/test/support/people.js';
import { Shopper } from '../test/dist/test/support/shopper.js';
import { ROOT } from './prepare.js';

/**
 * Takes the README's picture with a server of its own, the demo's seed, some shoppers and a real browser.
 * screenshots.js runs it.
 */
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const SCREEN = {
  viewport: { width: 1440, height: 900 },
  timezoneId: 'America/New_York',
  locale: 'en-US',
  reducedMotion: 'reduce',
};
/** The start prints the demo shopper's login and the address in this form. */
const LOGIN = /(shopper@\S+)\s+(\S+)\n.*Storefront\s+(\S+)\/\n/s;
/** The number of held slots and their style, by product. */
const HELD = { 'seed-hoodie-box': [23, 'Stone'], 'seed-vest-puffer': [14, 'Ice'] };
const SHOPPERS = 8;
const PROFILES_EACH = 4;

const directory = mkdtempSync(join(tmpdir(), 'screenshots-'));
const server = spawn(process.execPath, ['backend/dist/programs/main.js'], {
  cwd: ROOT,
  env: { ...process.env, PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS.split(' ') });
try {
  const [, email, password, url] = await greeting();
  await reserveSlots(new Api(url));
  await takePicture(url, email, password);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve));
  rmSync(directory, { recursive: true });
}

function greeting() {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const login = LOGIN.exec(text);
      if (login) resolve(login);
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
  });
}

async function reserveSlots(anyone) {
  const crypto = await BrowserCrypto.open(anyone);
  const holders = [];
  for (let index = 0; index < SHOPPERS; index += 1) {
    const shopper = await Shopper.signUp(anyone, crypto, person(index * 13 + 1));
    await shopper.saveCard();
    for (let other = 0; other < PROFILES_EACH; other += 1)
      holders.push({ shopper, profileId: await shopper.addProfile(person(index * 13 + 1 + other)) });
  }
  for (const [productId, [slots, style]] of Object.entries(HELD))
    for (const { shopper, profileId } of holders.slice(0, slots))
      await expectOk(
        shopper.api.post(
          '/api/checkout/withprofile',
          { productId, size: 'm', style, profileId },
          { key: randomUUID() },
        ),
      );
}

async function takePicture(url, email, password) {
  const page = await browser.newPage({ ...SCREEN, baseURL: url });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL((to) => to.pathname !== '/login');
  await page.goto('/shop');
  await page.getByText('Next release.').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(ROOT, 'docs/pictures/shop.png') });
}
