import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, ROOT } from './prepare.js';

/** Takes the README's pictures: a server of its own with the demo's seed, a real browser, phone and desktop width. */
await prepare('pages');
const { chromium } = await import('playwright-core');
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));
if (!executablePath) throw new Error('No Chromium found; set CHROMIUM to its path.');

const PICTURES = join(ROOT, 'docs/pictures');
const PORT = 4173;
const URL = `http://127.0.0.1:${PORT}`;
const ADMIN = { email: 'admin@supreme-access.test', password: 'screenshots-only-1' };
const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const directory = mkdtempSync(join(tmpdir(), 'screenshots-'));
const env = {
  ...process.env,
  PORT: String(PORT),
  DATA_DIR: directory,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'error',
};
const server = spawn(process.execPath, ['backend/dist/main.js'], {
  cwd: ROOT,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const shopper = await credentials();
  mkdirSync(PICTURES, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(
      ' ',
    ),
  });
  for (const [name, viewport] of Object.entries(WIDTHS)) {
    await visit(browser, name, viewport, shopper, {
      home: '/',
      shop: '/shop',
      product: '/product?productId=seed-tee-heavy',
      orders: '/user/orders',
      profiles: '/user/profiles',
    });
    await visit(browser, name, viewport, ADMIN, { admin: '/admin/orders', 'admin-products': '/admin/products' });
  }
  await browser.close();
} finally {
  server.kill('SIGTERM');
  await new Promise((resolve) => server.once('exit', resolve));
  rmSync(directory, { recursive: true });
}

/** The demo shopper's login, as the start prints it; the last line of the greeting. */
function credentials() {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /(shopper@\S+)\s+(\S+)\n/.exec(text);
      if (found) resolve({ email: found[1], password: found[2] });
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
  });
}

async function visit(browser, name, viewport, who, pages) {
  const context = await browser.newContext({ viewport, deviceScaleFactor: name === 'phone' ? 2 : 1 });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
  await page.goto(`${URL}/login`);
  await page.getByLabel('Email', { exact: false }).first().fill(who.email);
  await page.getByLabel('Password', { exact: false }).first().fill(who.password);
  await page.getByRole('button', { name: /log ?in|sign ?in/i }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  for (const [picture, path] of Object.entries(pages)) {
    await page.goto(`${URL}${path}`);
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(PICTURES, `${picture}-${name}.png`) });
    console.log(`> ${picture}-${name}.png`);
  }
  await context.close();
}
