import { jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Collector } from '../fixtures/collector.js';
import { codeOf } from '../support/authenticator.js';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { person } from '../support/people.js';
import { ADMIN } from '../support/server-process.js';
import { PASSWORD } from '../support/shopper.js';
import { choose, type Staff } from '../support/staff.js';
import { Venue } from '../support/venue.js';
import type { Visitor } from '../support/visitor.js';

jest.setTimeout(300_000);
const PRODUCT = 'Ledger Coat';
const PHONE = { width: 390, height: 900 };
const DESK = { width: 1280, height: 800 };
/** what only an admin may do, by its button or link */
const WRITES =
  /^(Refund|Resend( all)?|Withdraw|Check out now|Record evidence|Archive|Release now|Create .+|Edit|Delist|Cancel .+|End|Invite|Revoke.*|TestOrder|Test Checkout|Show masked data|Save)$/;

describeInBrowser('in the browser, in strict mode and where purchases are counted,', () => {
  let collector: Collector;
  let venue: Venue;
  const buyer = person(1);
  const grace = person(2, 'auditor');

  beforeAll(async () => {
    collector = await Collector.start();
    venue = await Venue.open({ ...collector.settings, STRICT_SETUP: 'on' });
    const { productId } = await venue.drop({ productTitle: PRODUCT, totalStock: 5 });
    await (await venue.shopper(buyer)).secure(productId);
    await venue.promo('LEDGER10', 10);
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(async () => {
    await venue?.close();
    await collector?.stop();
  });

  it('an invited auditor gets a mail, registers by its link, sees everything, and is offered no refused action', async () => {
    const staff = await venue.staff('/admin/invitations');
    await invite(staff, grace.email);
    await staff.page.getByLabel('Link').waitFor();
    const found = await violationsInBothSchemes(staff.page);
    await staff.page.setViewportSize(PHONE);
    found.push(...(await violationsInBothSchemes(staff.page)));
    await staff.page.setViewportSize(DESK);
    expect(found).toEqual([]);
    const auditor = await venue.visitor(grace);
    const refused = refusals(auditor.page);

    await register(auditor, await venue.linkTo(grace, 'invitation', '/register'));
    await auditor.page.waitForURL(/\/admin\/?$/);
    await auditor.page.getByRole('heading', { name: 'Latest orders' }).waitFor();
    expect(await offered(auditor.page)).toEqual([]);
    for (const [menu, row] of [
      ['Products', PRODUCT],
      ['Promo codes', 'LEDGER10'],
      ['Orders', buyer.email],
      ['Accounts', buyer.email],
      ['Invitations', grace.email],
    ] as const) {
      await open(auditor.page, menu, row);
      expect([menu, await offered(auditor.page)]).toEqual([menu, []]);
    }
    await looksAtOneOfEach(auditor.page);
    await audits(auditor.page);
    expect(refused).toEqual([]);

    await staff.page.getByRole('menuitem', { name: 'Invitations' }).click();
    const used = staff.page.getByRole('row', { name: grace.email });
    await used.getByText('Used').waitFor();
    await used.getByRole('link', { name: grace.name }).waitFor();
  });

  it('an invited auditor gets to the admin after login, and never to the setup of shoppers', async () => {
    const auditor = await venue.visitor(grace);
    const { page } = auditor;
    await page.goto('/login');
    await auditor.logIn();
    await page.waitForURL(/\/admin\/?$/);
    await page.getByRole('heading', { name: 'Latest orders' }).waitFor();
    for (const path of ['/shop', '/about', '/user/account']) {
      await page.goto(path);
      await auditor.title.first().waitFor();
      // After these requests the page knows which setup is missing.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/settings')),
      );
      await auditor.title.first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.getByRole('link', { name: 'Open the admin application' }).waitFor();
  });

  it('an invited auditor sees why a used link is refused', async () => {
    const late = await venue.visitor({ ...person(3, 'auditor'), email: grace.email });
    await register(late, await venue.linkTo(grace, 'invitation', '/register'));
    await late.page.getByText('Unable to create an account with these details.').waitFor();

    const staff = await venue.staff('/admin/invitations');
    const other = person(4, 'auditor');
    await invite(staff, other.email);
    const link = await venue.linkTo(other, 'invitation', '/register');
    await staff.page.getByRole('link', { name: 'All invitations' }).click();
    await staff.page.getByRole('row', { name: other.email }).getByRole('button', { name: 'Revoke' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await staff.page.getByText('The invitation is revoked.').waitFor();
    const revoked = await venue.visitor(other);
    await register(revoked, link.replace('/register', '/signup'), 'Create Account');
    await revoked.alert.getByText('This invitation is not valid. It was withdrawn.').waitFor();
  });

  it('an invited auditor is listed among the accounts, and loses the role when an admin takes it', async () => {
    const { page } = await venue.staff('/admin/accounts');
    await page.getByPlaceholder('Name, email or id').fill(grace.name.split(' ').reverse().join(' ').toUpperCase());
    await page.getByRole('row', { name: grace.email }).getByRole('link').click();
    await page.getByRole('button', { name: 'Revoke auditor' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Revoke auditor' });
    await confirm.click();
    await page.getByRole('dialog').getByLabel('Your password').fill(ADMIN.password);
    await confirm.click();
    await page.getByText('The role is revoked.').waitFor();
    await page.getByRole('button', { name: 'Revoke auditor' }).waitFor({ state: 'detached' });
  });

  it('an auditor turns on one-time codes with an app, which both logins then require', async () => {
    const { email } = person(90);
    const { page } = await venue.auditor('/admin/security');
    const dialog = page.getByRole('dialog');

    await page.getByText('This device').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByAltText('QR code with the secret').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByLabel('Code').fill(codeOf(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Write these down').waitFor();
    const [first = '', second = ''] = await page.getByText(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/).allInnerTexts();
    expect(first).not.toBe(second);

    const inAdmin = await venue.visitor(person(90));
    await inAdmin.page.goto('/admin/');
    await inAdmin.page.locator('input[name="email"]').fill(email);
    await inAdmin.page.locator('input[name="password"]').fill(PASSWORD);
    await inAdmin.page.getByRole('button', { name: 'Log in' }).click();
    await inAdmin.page.getByLabel('Code').fill(first);
    await inAdmin.page.getByRole('button', { name: 'Log in' }).click();
    await inAdmin.page.getByRole('heading', { name: 'Latest orders' }).waitFor();

    const inShop = await venue.visitor(person(90));
    await inShop.page.goto('/login');
    await inShop.logIn();
    await inShop.page.getByLabel('Code').fill(first);
    await inShop.press('Log In');
    await inShop.page.getByText('code is wrong').waitFor();
    await inShop.page.getByLabel('Code').fill(second);
    await inShop.press('Log In');
    await inShop.page.waitForURL(/\/admin\/?$/);
  });

  it('a newcomer is redirected to the setup from every page, and a purchase is counted after consent', async () => {
    const product = 'Turnstile Tee';
    const { productId } = await venue.drop({ productTitle: product, totalStock: 20, price: 12.5 });
    const second = await venue.drop({ productTitle: 'Uncounted Tee', totalStock: 20 });
    const zoe = await venue.visitor(person(7, 'newcomer'));
    const { page } = zoe;
    const question = page.getByRole('region', { name: 'Counting purchases' });

    await zoe.signUp();
    await page.goto('/user/orders');
    await page.waitForURL('/step1');
    await question.waitFor({ state: 'attached' });
    await zoe.setUp();
    await page.goto('/shop');
    await zoe.choose('Uncounted Tee', 'M');
    await zoe.press('Secure Now');
    await page.waitForURL('/user/orders');
    await page.goto('/about');
    await question.waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await zoe.press('Count');
    await question.waitFor({ state: 'detached' });
    await page.goto('/shop');
    await zoe.choose(product, 'M');
    await zoe.press('Secure Now');
    await page.waitForURL('/user/orders');

    await eventually('the purchase is counted', 60_000, async () => collector.sent.length > 0 || undefined);
    const sent = JSON.stringify(collector.sent.map(({ body }) => body.events));
    expect(sent).toContain(productId);
    expect(sent).not.toContain(second.productId);
    expect(sent).not.toMatch(new RegExp(`${zoe.who.email}|${zoe.who.name}`));
  });
});

async function invite({ page }: Staff, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await page.locator('input[name="email"]').fill(email);
  await choose(page.getByLabel('Role'), /^Auditor/);
  await page.locator('input[name="password"]').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('heading', { name: 'Invitation created' }).waitFor();
}

async function register(visitor: Visitor, link: string, button = 'Register'): Promise<void> {
  await visitor.page.goto(link);
  await visitor.fill('Name', visitor.who.name);
  await visitor.fill('Email', visitor.who.email);
  await visitor.fill('Password', PASSWORD);
  await visitor.press(button);
}

async function open(page: Page, menu: string, row: string): Promise<void> {
  await page.getByRole('menuitem', { name: menu }).click();
  await page.getByRole('row', { name: row }).first().waitFor();
}

/** Opens an order with its story, an account with its orders, and a product. */
async function looksAtOneOfEach(page: Page): Promise<void> {
  for (const [menu, row, sign] of [
    ['Orders', person(1).email, 'Story'],
    ['Accounts', person(1).email, 'Orders'],
    ['Products', PRODUCT, 'Slots'],
  ] as const) {
    await open(page, menu, row);
    await page.getByRole('row', { name: row }).getByRole('link').first().click();
    await page.getByRole('heading', { name: sign, exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([menu, await offered(page)]).toEqual([menu, []]);
  }
}

/** Audits need a log without a recent release. */
async function audits(page: Page): Promise<void> {
  await page.getByRole('menuitem', { name: 'Audit' }).click();
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  await page.getByText('Passed', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All runs' }).click();
  await page.getByRole('row', { name: /Replay Passed 0 auditor / }).waitFor();
}

async function offered(page: Page): Promise<string[]> {
  const [buttons, links] = await Promise.all([
    page.getByRole('button').allInnerTexts(),
    page.getByRole('main').getByRole('link').allInnerTexts(),
  ]);
  return [...buttons, ...links].filter((text) => WRITES.test(text.trim()));
}

/** Collects the refusals of the page's requests. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if ([401, 403].includes(response.status())) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}
