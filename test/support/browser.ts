import { SESSION_ENTRY, type StoredSession, sessionText } from '@supreme-access/contract/sessions.js';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { eventually } from './drops.js';

const CHROMIUM = process.env.CHROMIUM;
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';
export const PATIENCE = 60_000;
/** Chromium logs these statuses as errors, but stories ask for refusals. */
const REFUSAL = /^Failed to load resource: .* status of 4(00|01|03|04|09|10)\b/;

/** Without a browser it prints one line and skips the stories. */
export function describeInBrowser(name: string, stories: () => void): void {
  if (CHROMIUM) describe(name, stories);
  else describe.skip(`${name} (no Chromium on this machine: set CHROMIUM to its path)`, stories);
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS.split(' ') });
}

export interface Window {
  page: Page;
  /** console errors, uncaught errors, violations of the Content-Security-Policy, and requests to unexpected hosts */
  complaints: string[];
}

/** `origin`: the server's. `friends`: further allowed hosts. `session`: signs the window in before its first page. */
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
    // AM and PM, whatever the machine's language is
    locale: 'en-US',
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
    const isOurs = [new URL(origin).hostname, ...friends].includes(hostname) || ['data:', 'blob:'].includes(protocol);
    if (!isOurs) complaints.push(`requested ${request.url()}`);
  });
  return { page: await context.newPage(), complaints };
}

/**
 * Resolves once the element has the focus, which a closed dialog returns a tick later.
 * https://github.com/radix-ui/primitives/blob/main/packages/react/focus-scope/src/focus-scope.tsx @throws when it does not get it
 */
export function focused(thing: Locator): Promise<true> {
  const hasFocus = () => thing.evaluate((element) => element === document.activeElement);
  return eventually('the focus', PATIENCE, async () => (await hasFocus()) || undefined);
}
