import { SESSION_ENTRY, type StoredSession, sessionText } from '@supreme-access/contract/sessions.js';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { eventually } from './drops.js';

/** found by scripts/test.js */
const CHROMIUM = process.env.CHROMIUM;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
/** ms; the machine may be busy with other tests */
export const PATIENCE = 60_000;
/** Chromium writes a line for each of these answers: a refusal is an answer that stories ask for. */
const REFUSAL = /^Failed to load resource: .* status of 4(00|01|03|04|09|10)\b/;

/** `describe`; on a machine without a browser one clear line, and the stories are skipped. */
export function describeInBrowser(name: string, stories: () => void): void {
  if (CHROMIUM) describe(name, stories);
  else describe.skip(`${name} (no Chromium on this machine: set CHROMIUM to its path)`, stories);
}

/** A browser with a profile directory of its own, which goes when it is closed. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
}

/** Somebody's window, with a storage of its own. */
export interface Window {
  page: Page;
  /** console errors, uncaught errors, what the Content-Security-Policy refused, and hosts that nobody named */
  complaints: string[];
}

/**
 * `origin`: the server's, so that a page is opened by its path. `friends`: other hosts that pages may ask. `session`: of whoever is
 * logged in before the first page is opened.
 */
export async function openWindow(
  browser: Browser,
  origin: string,
  friends: readonly string[] = [],
  session?: StoredSession,
): Promise<Window> {
  const localStorage = session ? [{ name: SESSION_ENTRY, value: sessionText(session) }] : [];
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    // times with AM and PM, whatever the machine's own language is
    locale: 'en-US',
    // no state at all costs no page that writes it
    ...(session ? { storageState: { cookies: [], origins: [{ origin, localStorage }] } } : {}),
  });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !REFUSAL.test(text)) complaints.push(`${text} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const known = [new URL(origin).hostname, ...friends].includes(hostname) || ['data:', 'blob:'].includes(protocol);
    if (!known) complaints.push(`asked ${request.url()}`);
  });
  return { page: await context.newPage(), complaints };
}

/** ms */
const FOCUS_WITHIN = 10_000;

/**
 * Resolves once the thing has the focus. A dialog gives it back a turn after it has gone from the page.
 * Source: https://github.com/radix-ui/primitives/blob/main/packages/react/focus-scope/src/focus-scope.tsx
 * @throws when the thing does not get it
 */
export function focused(thing: Locator): Promise<true> {
  const hasFocus = () => thing.evaluate((element) => element === document.activeElement);
  return eventually('the focus', FOCUS_WITHIN, async () => (await hasFocus()) || undefined);
}
