import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectOk } from '../support/api.js';
import { violationsIn, WITH_BEST_PRACTICE } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** as few changes as possible, because each renders the page again */
const LOOKS = [
  ['light', PHONE],
  ['light', DESK],
  ['dark', DESK],
  ['dark', PHONE],
] as const;

/** `{name}` stands for the installation's id of that kind */
const PAGES: readonly (readonly [path: string, shows: string])[] = [
  ['/admin/', 'Latest orders'],
  ['/admin/orders', 'Resend all'],
  ['/admin/orders/create', 'Customer'],
  ['/admin/orders/:orderId/show', 'Order placed'],
  ['/admin/products', 'Long Distance Waxed Rain Jacket'],
  ['/admin/products/:productId/show', 'Cancel drop'],
  ['/admin/products/:productId', 'Save'],
  ['/admin/products/create', 'Total Stock'],
  ['/admin/promos', 'FOREST'],
  ['/admin/promos/FOREST/show', 'As a table'],
  ['/admin/promos/FOREST', 'Save'],
  ['/admin/promos/create', 'Code'],
  ['/admin/disputes', 'no data on response'],
  ['/admin/proofs', 'no data on response'],
  ['/admin/accounts', person(1).email],
  ['/admin/accounts/:accountId/show', 'Account registered'],
  ['/admin/invitations', 'auditor@example.org'],
  ['/admin/invitations/create', 'Email'],
  ['/admin/promises', 'Never oversold'],
  ['/admin/audit', 'Reconcile'],
  ['/admin/audit/runs/:runId', 'Fingerprint'],
  ['/admin/events', 'Slot reserved'],
  ['/admin/events?type=PromoEnded&live=on', 'Waiting for new events.'],
  ['/admin/events/order-:orderId@0', 'Chain intact'],
  ['/admin/time-travel/orders/:orderId', 'What the shopper saw'],
  ['/admin/time-travel/products/:productId?revision=1', 'Never oversold'],
  ['/admin/time-travel/accounts/:accountId', 'State after this event'],
  ['/admin/time-travel/promos/FOREST', 'State after this event'],
  ['/admin/seals', 'Download seals.json'],
  ['/admin/system', 'Waiting work'],
  ['/admin/system?show=read-models', 'due v'],
  ['/admin/system?show=due', 'By type'],
  ['/admin/system?show=partners', 'The retailer'],
  ['/admin/system?show=webhooks', 'about other systems'],
  ['/admin/system?show=bounces', 'No emails have bounced.'],
  ['/admin/system?show=settings', 'MASTER_KEY'],
  ['/admin/security', 'This device'],
  ['/admin/nowhere', 'This page does not exist in the admin.'],
];

describeInBrowser('in the browser, every page of the admin', () => {
  let venue: Venue;
  let ids: Record<string, string>;

  beforeAll(async () => {
    venue = await Venue.open();
    const { productId } = await venue.drop({ productTitle: 'Long Distance Waxed Rain Jacket', totalStock: 12 });
    await venue.promo('FOREST', 15);
    const shopper = await venue.shopper(person(1));
    const { orderId } = await shopper.secure(productId);
    const auditor = { email: 'auditor@example.org', role: 'auditor', password: ADMIN.password };
    await expectOk(venue.admin.post('/api/admin/invitations', auditor));
    const { runId } = await expectOk(venue.admin.post<{ runId: string }>('/api/admin/audit/runs', { kind: 'verify' }));
    ids = { productId, orderId, runId, accountId: shopper.accountId };
  });
  afterAll(() => venue?.close());

  describe('on a phone and on a desk, in light and in dark', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await venue.staff());
    });
    afterAll(async () => {
      expect(await venue?.clear()).toEqual([]);
    });

    it.each(PAGES)('%s can be read by everybody and fits', async (path, shows) => {
      const opened = path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? '');
      expect(await wrongWith(page, opened, shows)).toEqual([]);
    });
  });

  it('and so can the one where they log in', async () => {
    const { page } = await venue.visitor(person(2));
    expect(await wrongWith(page, '/admin/', 'Log in')).toEqual([]);
    expect(await venue.clear()).toEqual([]);
  });
});

/** Violations that axe finds on a phone in light, and after each further look. */
async function wrongWith(page: Page, path: string, shows: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await page.goto(path);
  const found: string[] = [];
  for (const [scheme, size] of LOOKS) {
    await page.setViewportSize(size);
    await page.locator('main').getByText(shows).first().waitFor();
    found.push(...(await violationsIn(scheme, page, WITH_BEST_PRACTICE)), ...(await wider(page)));
  }
  return found;
}

/** What makes the page wider than its window. */
async function wider(page: Page): Promise<string[]> {
  const [by, width] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth - clientWidth, clientWidth];
  });
  return by > 0 ? [`${new URL(page.url()).pathname} is ${by} px wider than its window of ${width} px`] : [];
}
