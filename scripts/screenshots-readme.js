import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from './prepare.js';
import { audited, liveliness } from './screenshots-scene.js';

/** Takes the README's pictures: a server of its own with the demo's seed, some shoppers, a real browser. Begun by screenshots.js. */
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
/** the demo shopper's login, as the start prints it last */
const SHOPPER = /(shopper@\S+)\s+(\S+)\n/;
/** `wait`: a text that is there once the page's data is */
const SHOPPER_PAGES = {
  home: { path: '/', wait: 'slots left' },
  shop: { path: '/shop', wait: 'Next release.' },
  product: { path: '/product?productId=seed-hoodie-box', wait: 'One slot per profile.' },
  orders: { path: '/user/orders', wait: 'The service fee was charged.' },
  profiles: { path: '/user/profiles', wait: 'Main Profile' },
};

mkdirSync(PICTURES, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS.split(' ') });
try {
  await onServer({}, async (text) => {
    const url = addressIn(text);
    const [, email, password] = SHOPPER.exec(text);
    console.log('> Shoppers reserve, a drop is released');
    const { orderId } = await liveliness(url, { email, password }, ADMIN);
    const adminPages = {
      admin: { path: '/admin/orders', wait: 'Action required' },
      'admin-order': { path: `/admin/orders/${orderId}/show`, wait: 'was refunded to the card' },
      'admin-board': { path: '/admin/', wait: 'Reservations today' },
      'admin-products': { path: '/admin/products', wait: 'Gate 4 Box Hoodie' },
      'admin-accounts': { path: '/admin/accounts', wait: 'Verified' },
      'admin-system': { path: '/admin/system', wait: 'Waiting work' },
      'admin-events': { path: '/admin/events', wait: 'Searched back to' },
      'admin-slots': { path: '/admin/time-travel/products/seed-hoodie-box?revision=14', wait: 'Never oversold' },
    };
    for (const width of Object.keys(WIDTHS)) {
      await visit(url, width, { email, password }, SHOPPER_PAGES);
      await visit(url, width, ADMIN, adminPages);
    }
  });
  // No run starts near a release, and the demo's seed has one ahead.
  await onServer({ SEED: 'none' }, async (text) => {
    const url = addressIn(text);
    console.log('> An auditor verifies and seals');
    const { runId } = await audited(url, ADMIN);
    const auditPages = {
      'admin-run': { path: `/admin/audit/runs/${runId}`, wait: 'Passed' },
      'admin-seals': { path: '/admin/seals', wait: 'Download seals.json' },
    };
    for (const width of Object.keys(WIDTHS)) await visit(url, width, ADMIN, auditPages);
  });
} finally {
  await browser.close();
}

/** A server of its own; what is done with it is told what its start printed. */
async function onServer(settings, work) {
  const directory = mkdtempSync(join(tmpdir(), 'screenshots-'));
  const own = { PORT: '0', DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, ['backend/dist/programs/main.js'], {
    cwd: ROOT,
    env: { ...process.env, ...own, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await work(await greeting(server, settings.SEED === 'none' ? /admin@\S+/ : SHOPPER));
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await new Promise((resolve) => server.once('exit', resolve));
    rmSync(directory, { recursive: true });
  }
}

/** What the start prints, up to the login of whoever comes last. */
function greeting(server, last) {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      if (last.test(text) && addressIn(text)) resolve(text);
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
  });
}

function addressIn(text) {
  return /Storefront\s+(\S+)\/\n/.exec(text)?.[1];
}

async function visit(url, width, who, pages) {
  const context = await browser.newContext({ ...WIDTHS[width], ...VIEWER, baseURL: url });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${width}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${width}: ${message.text()}`));
  await page.goto('/login');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Log In' }).click();
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
