import { jest } from '@jest/globals';
import { codeOf } from './support/authenticator.js';
import { violationsInBothSchemes } from './support/axe.js';
import { describeInBrowser } from './support/browser.js';
import { person } from './support/people.js';
import { PASSWORD } from './support/shopper.js';
import { Venue } from './support/venue.js';

/** ms; the machine may be busy */
jest.setTimeout(180_000);

describeInBrowser('in the browser, one-time codes', () => {
  let venue: Venue;
  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  it('are turned on by an auditor with an app, and asked for at both logins from then on', async () => {
    const { email } = person(90);
    const { page } = await venue.auditor();
    const dialog = page.getByRole('dialog');

    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByAltText('QR code of the secret').waitFor();
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
    await inAdmin.page.getByRole('button', { name: 'Sign in' }).click();
    await inAdmin.page.getByLabel('Code').fill(first);
    await inAdmin.page.getByRole('button', { name: 'Sign in' }).click();
    await inAdmin.page.getByRole('heading', { name: 'Latest orders' }).waitFor();

    const inShop = await venue.visitor(person(90));
    await inShop.page.goto('/login');
    await inShop.logIn();
    await inShop.page.getByLabel('Code').fill(first);
    await inShop.press('Login');
    await inShop.page.getByText('code is not right').waitFor();
    await inShop.page.getByLabel('Code').fill(second);
    await inShop.press('Login');
    await inShop.page.waitForURL(/\/admin\/?$/);
  });
});
