import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.js';
import { prepare, ROOT } from './prepare.js';

/** Takes the README's pictures: a server of its own with the demo's seed, some shoppers, a real browser. */
await prepare('pages', 'tools');
const { chromium } = await import('playwright-core');
const { liveliness } = await import('./screenshots-scene.js');
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found; set CHROMIUM to its path.');

const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
const PICTURES = join(ROOT, 'docs/pictures');
/** what a picture may weigh, bytes */
const HEAVY = 250_000;
const ADMIN = { email: 'admin@supreme-access.test', password: 'screenshots-only-1' };
const WIDTHS = {
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};
const VIEWER = { timezoneId: 'America/New_York', locale: 'en-US', reducedMotion: 'reduce' };
/** `wait`: a text that is there once the page's data is */
const SHOPPER_PAGES = {
  home: { path: '/', wait: 'slots left' },
  shop: { path: '/shop', wait: 'Departs next.' },
  product: { path: '/product?productId=seed-hoodie-box', wait: 'One slot per profile.' },
  orders: { path: '/user/orders', wait: 'The service fee was charged.' },
  profiles: { path: '/user/profiles', wait: 'Main Profile' },
};

const directory = mkdtempSync(join(tmpdir(), 'screenshots-'));
const server = spawn(process.execPath, ['backend/dist/programs/main.js'], {
  cwd: ROOT,
  env: { ...process.env, PORT: '0', DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const { url, shopper } = await greeting();
  console.log('> Shoppers reserve, a drop is released');
  const { orderId } = await liveliness(url, shopper, ADMIN);
  mkdirSync(PICTURES, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: FLAGS.split(' ') });
  const adminPages = {
    admin: { path: '/admin/orders', wait: 'Action required' },
    'admin-order': { path: `/admin/orders/${orderId}/show`, wait: 'Fee refunded' },
    'admin-board': { path: '/admin/', wait: 'Latest orders' },
    'admin-products': { path: '/admin/products', wait: 'Gate 4 Box Hoodie' },
    'admin-accounts': { path: '/admin/accounts', wait: 'Verified' },
  };
  for (const width of Object.keys(WIDTHS)) {
    await visit(browser, url, width, shopper, SHOPPER_PAGES);
    await visit(browser, url, width, ADMIN, adminPages);
  }
  await browser.close();
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve));
  rmSync(directory, { recursive: true });
}

/** The address and the demo shopper's login, as the start prints them; the login is its last line. */
function greeting() {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const login = /(shopper@\S+)\s+(\S+)\n/.exec(text);
      const url = /Storefront\s+(\S+)\/\n/.exec(text)?.[1];
      if (login && url) resolve({ url, shopper: { email: login[1], password: login[2] } });
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
  });
}

async function visit(browser, url, width, who, pages) {
  const context = await browser.newContext({ ...WIDTHS[width], ...VIEWER, baseURL: url });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${width}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${width}: ${message.text()}`));
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((to) => to.pathname !== '/login');
  for (const [name, { path, wait }] of Object.entries(pages)) {
    await page.goto(path);
    await page.getByText(wait).first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined); // live pages are never idle
    await page.evaluate(() => document.fonts.ready);
    const file = join(PICTURES, `${name}-${width}.png`);
    await page.screenshot({ path: file });
    const { size } = statSync(file);
    console.log(`> ${name}-${width}.png, ${Math.round(size / 1_000)} kB${size > HEAVY ? ': TOO HEAVY' : ''}`);
  }
  await context.close();
}
