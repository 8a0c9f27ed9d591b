import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { fillAco } from '../support/aco.js';
import { describeInBrowser } from '../support/browser.js';
import { CARDS, person } from '../support/people.js';
import { PASSWORD } from '../support/shopper.js';
import { Venue } from '../support/venue.js';
import type { Visitor } from '../support/visitor.js';

jest.setTimeout(180_000);

const YEAR = String(new Date().getUTCFullYear() + 4);

describeInBrowser('in the browser, forms', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  describe('a new password', () => {
    it('is sent by a press that began before its strength was shown', async () => {
      const eve = await venue.visitor(person(9));
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await eve.page.route(/password-strength/, (route) => released.then(() => route.continue()));
      await eve.page.goto('/signup');
      await eve.fill('Email', eve.who.email);
      await eve.fill('Password', PASSWORD);
      const button = eve.page.getByRole('button', { name: 'Create Account' });
      const before = await button.boundingBox();
      await button.hover();
      await eve.page.mouse.down();
      release();
      await eve.page.getByText(/^(Very weak|Weak|Fair|Good|Strong)\./).waitFor();
      expect(await button.boundingBox()).toEqual(before);
      await eve.page.mouse.up();
      await eve.page.waitForURL('/signup1');
    });
  });

  describe('the setup', () => {
    it('has everything that was typed after a reload of a step, and after a refusal', async () => {
      const ada = await venue.visitor(person(1));
      await ada.signUp();
      await ada.fill('Full Name', 'Ada');
      await ada.fill('Phone Number', '+1503');
      await ada.press('Continue');
      await ada.alert.getByText('Please complete the form.').waitFor();
      await ada.page.getByText('Enter your first and last name.').waitFor();
      await ada.page.reload();
      expect(await values(ada, ['Full Name', 'Phone Number'])).toEqual(['Ada', '+1503']);
      await ada.fill('Full Name', ada.who.name);
      await ada.fill('Phone Number', ada.who.phone);
      await ada.press('Continue');

      await ada.page.waitForURL('/signup2');
      await ada.page.getByLabel('Country').selectOption('CA');
      await ada.fill('Address', '1 Mill Lane');
      await ada.page.getByLabel('State').fill('Ontario');
      await ada.fill('Zip', '97');
      await ada.page.reload();
      expect(await values(ada, ['Country', 'Address', 'State', 'Zip'])).toEqual(['CA', '1 Mill Lane', 'Ontario', '97']);
      await ada.page.getByLabel('Country').selectOption('US');
      await ada.press('Continue');

      await ada.alert.getByText('Please enter a valid address.').waitFor();
      await ada.page.getByText('A US ZIP code has five or nine digits.').waitFor();
      expect(await values(ada, ['State', 'Zip'])).toEqual(['', '97']);
    });

    it('takes the four lines of the older address step, and the card of the form that draws it', async () => {
      const ben = await venue.visitor(person(2));
      await ben.signUp();
      await ben.fill('Full Name', ben.who.name);
      await ben.fill('Phone Number', ben.who.phone);
      await ben.press('Continue');
      await ben.page.waitForURL('/signup2');
      await ben.page.goto('/signup2old');
      await ben.fill('Address', '4 Mill Lane');
      await ben.fill('City', 'Brooklyn');
      await ben.fill('State', 'ny');
      await ben.fill('Zip', '112012');
      await ben.press('Continue');
      await ben.alert.getByText('Please enter a valid address.').waitFor();
      await ben.fill('Zip', '11201');
      await ben.press('Continue');

      await ben.page.waitForURL('/signup3');
      await ben.page.goto('/cardForm');
      await ben.page.getByLabel('Card Number').pressSequentially(CARDS.pays);
      expect(await values(ben, ['Card Number', 'Card Name'])).toEqual(['4242 4242 4242 4242', ben.who.name]);
      await ben.page.getByText('Visa').last().waitFor();
      await ben.press('Submit');
      await ben.page
        .getByRole('alert')
        .getByText("Please make sure you've entered a valid card and try again.")
        .waitFor();
      await ben.page.getByLabel('Month').selectOption('12');
      await ben.page.getByLabel('Year').selectOption(YEAR);
      await ben.page.getByLabel('CVV').pressSequentially('1a2b3');
      await ben.press('Submit');

      await ben.page.waitForURL('/signupcomplete');
      await ben.page.goto('/user/profiles');
      await ben.page.getByRole('article', { name: 'Main Profile' }).getByText('•••• 4242').waitFor();
    });

    it('does not let a month be chosen that this year has already seen', async () => {
      const { visitor: cleo } = await venue.arrival('/cardForm', person(3));
      const now = new Date();
      await cleo.page.getByLabel('Year').selectOption(String(now.getUTCFullYear()));

      const open = await cleo.page
        .getByLabel('Month')
        .locator('option:not([disabled])')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

      const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
      expect(open).toEqual(['', ...months.slice(now.getUTCMonth())]);
      expect(await cleo.page.getByLabel('Year').locator('option').count()).toBe(13);
    });
  });

  describe('a purchase without an account', () => {
    it('asks for missing details, secures a slot, and continues by itself', async () => {
      const product = 'Guest Gate Parka';
      const { productId } = await venue.drop({
        productTitle: product,
        totalStock: 20,
        price: 30,
        styles: 'Ink, Stone',
      });
      const dov = await venue.visitor(person(5));
      await dov.page.goto(`/product?productId=${productId}`);
      await dov.page.getByRole('link', { name: 'Purchase without an account' }).click();
      await dov.title.filter({ hasText: product }).waitFor();
      await dov.press('Secure Slot, Fee $30.00');
      await dov.alert.getByText('Invalid ACO Information. Please set your ACO details.').waitFor();

      await dov.press('Set ACO Details');
      await fillAco(dov, dov.who);
      await dov.press('Save ACO Details');
      await dov.page.getByRole('dialog').waitFor({ state: 'detached' });
      await dov.press('Use Other Payment Details');
      expect(await values(dov, ['Name', 'Email', 'Card Number'])).toEqual([
        dov.who.name,
        dov.who.email,
        '4242 4242 4242 4242',
      ]);
      await dov.fill('Email', '');
      await dov.press('Secure Slot, Fee $30.00');
      await dov.alert.getByText('Email is required.').waitFor();
      await dov.fill('Email', dov.who.email);
      await dov.press('Secure Slot, Fee $30.00');

      await dov.page.getByText('Thank you! Your submission has been received!').waitFor();
      await dov.ticket(product).getByText('001').waitFor();
      await dov
        .ticket(product)
        .getByText(/^Reserved \d+:\d\d:\d\d\s[AP]M$/)
        .waitFor();
      await dov.page.waitForURL('/action/**');
      await dov.page.getByRole('heading', { name: /^Slot \d+ is yours\.$/ }).waitFor();
      await dov.ticket(product).getByText('Stone').waitFor();
      expect(await venue.linkTo(dov.who, 'guest-slot-confirmed', '/action/')).toBe(new URL(dov.page.url()).pathname);
    });

    it('stays open for readers, and a second slot of the same person is refused', async () => {
      const { productId } = await venue.drop({ productTitle: 'Guest Gate Cap', totalStock: 20, sizeType: 'OS' });
      const esme = await venue.visitor(person(6));
      const buy = async () => {
        await esme.page.goto(`/purchase?productId=${productId}`);
        await esme.press('Set ACO Details');
        await fillAco(esme, esme.who);
        await esme.press('Save ACO Details');
        await esme.press('Secure Slot, Fee $25.00');
      };
      await buy();
      await esme.press('Stay Here');
      expect(await esme.page.getByText('Opening your order in').count()).toBe(0);

      await buy();

      await esme.alert.getByText('already holds a slot for this drop').waitFor();
      await esme.page.getByText(`${esme.who.name}, ${esme.who.email}, with the same card •••• 4242`).waitFor();
    });

    it('continues after its session has ended, with its input', async () => {
      const product = 'Guest Gate Vest';
      const { productId } = await venue.drop({ productTitle: product, totalStock: 20 });
      const finn = await venue.visitor(person(7));
      await finn.page.goto(`/purchase?productId=${productId}`);
      await finn.press('Set ACO Details');
      await fillAco(finn, finn.who);
      await finn.press('Save ACO Details');
      const ended = JSON.stringify({ token: 'ended', uuid: randomUUID(), name: finn.who.name, isAdmin: false });
      await finn.page.evaluate((session) => localStorage.setItem('user', session), ended);

      await finn.press('Secure Slot, Fee $25.00');
      await finn.alert.getByText('Your session has ended. Press again to continue as a guest.').waitFor();
      await finn.press('Secure Slot, Fee $25.00');

      await finn.ticket(product).getByText('001').waitFor();
    });
  });
});

function values({ page }: Visitor, labels: readonly string[]): Promise<string[]> {
  return Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()));
}
