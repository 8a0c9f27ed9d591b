import { rm } from 'node:fs/promises';
import { dropState } from '@supreme-access/contract/product-states.js';
import type { PublicProduct } from '@supreme-access/contract/shapes/products.js';
import type { Browser, Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { ServerProcess } from '../support/server-process.js';
import type { Result } from './results.js';

/**
 * Lighthouse's mid-range phone: 4 times slower, 150 ms round trip, 1.6 Mbit/s
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md).
 */
const SLOWER = 4;
const ROUND_TRIP = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;
/** cold loads per page; the median counts */
const LOADS = 3;
/** ms after the load during which layout shifts count */
const SETTLES = 1_000;

/** ms, except `shift`, which has no unit */
interface Seen {
  first: number;
  largest: number;
  shift: number;
  slowest: number;
}

interface Target {
  name: string;
  path: string;
  shown: readonly (keyof Seen)[];
  press: string;
}

const ALL = ['first', 'largest', 'shift', 'slowest'] as const;
const WORDS: Readonly<Record<keyof Seen, string>> = {
  first: 'first contentful paint',
  largest: 'largest contentful paint',
  shift: 'layout shift',
  slowest: 'interaction to next paint',
};

/** Page loads on an emulated slow phone with empty caches; no results without a browser. */
export async function pages(say: (text: string) => void): Promise<Result[]> {
  if (!process.env.CHROMIUM) {
    say('the pages are skipped: no Chromium on this machine, set CHROMIUM to its path');
    return [];
  }
  const server = await ServerProcess.start({ SEED: 'demo' });
  const browser = await openBrowser();
  try {
    const listed = await expectOk<PublicProduct[]>(server.anyone.get('/api/products'));
    const product = listed.find((one) => dropState(one, Date.now()) === 'open');
    const targets: Target[] = [
      { name: 'home', path: '/', shown: ALL, press: 'nav a[href="/how-it-works"]' },
      {
        name: 'product',
        path: `/purchase?productId=${product?.productId}`,
        shown: ALL,
        press: 'main button:text("Set ACO Details")',
      },
      { name: 'admin', path: '/admin/', shown: ['first', 'shift'], press: 'input' },
    ];
    const results: Result[] = [];
    for (const page of targets) results.push(...(await measured(browser, server.url, page, say)));
    return results;
  } finally {
    await browser.close();
    await server.stop();
    await rm(server.directory, { recursive: true, force: true });
  }
}

async function measured(browser: Browser, url: string, target: Target, say: (text: string) => void): Promise<Result[]> {
  say(`${LOADS} cold loads of ${target.name}`);
  const seen: Seen[] = [];
  for (let load = 0; load < LOADS; load += 1) seen.push(await coldLoad(browser, url, target));
  return target.shown.map((what) => {
    const value = middle(seen.map((one) => one[what]));
    return { name: `${target.name}: ${WORDS[what]}`, value, unit: what === 'shift' ? '' : 'ms' };
  });
}

async function coldLoad(browser: Browser, url: string, { path, press }: Target): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await slowDown(page);
    await page.addInitScript(observe);
    await page.goto(url + path, { waitUntil: 'load' });
    const button = page.locator(press).first();
    await button.waitFor();
    await page.waitForTimeout(SETTLES);
    await button.click();
    await page.waitForTimeout(SETTLES);
    return await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
}

function observe(): void {
  const seen: Seen = { first: 0, largest: 0, shift: 0, slowest: 0 };
  Object.assign(window, { seen });
  const each = (type: string, look: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) look(entry);
    }).observe({ type, buffered: true, ...more });
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.first = startTime;
  });
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  each('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  const interaction = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0) {
      seen.slowest = Math.max(seen.slowest, entry.duration);
    }
  };
  each('event', interaction, { durationThreshold: 16 });
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
