import { jest } from '@jest/globals';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { CARDS, type Person, person } from '../support/people.js';
import { PASSWORD, type Shopper } from '../support/shopper.js';
import { Venue } from '../support/venue.js';

/** ms; a story visits a dozen pages, on a machine that may be busy */
jest.setTimeout(240_000);

describeInBrowser('in the browser, around a purchase', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  describe('a purchase', () => {
    it('is refunded in part by the admin, and list and ticket say so', async () => {
      const product = 'Ferry Tote';
      const { productId } = await venue.drop({ productTitle: product, totalStock: 20, price: 20 });
      const shopper = await venue.shopper(person(2));
      await shopper.secure(productId);
      const ben = await venue.visitor(shopper.who, shopper.session);
      const admin = await venue.staff();
      await admin.release(product);

      await admin.openOrder(ben.who.email);
      await admin.page.getByText('Fee charged').first().waitFor();
      await admin.refund('7.5', 'a scratch');
      await admin.page.getByText('Fee refunded').first().waitFor();
      await admin.page.getByRole('menuitem', { name: 'Orders' }).click();

      const row = admin.page.getByRole('row', { name: ben.who.email });
      await row.getByText('$7.50 refunded').waitFor();
      expect(await row.getByText('Success').count()).toBe(1);
      await ben.page.goto('/user/orders');
      await ben.reads('The refund was sent to your card.$7.50');
    });

    it('cannot be made twice with one profile, but with another one', async () => {
      const product = 'Last Call Cap';
      const { productId } = await venue.drop({ productTitle: product, totalStock: 20, sizeType: 'OS' });
      const shopper = await venue.shopper(person(3));
      const cleo = await venue.visitor(shopper.who, shopper.session);
      const other = person(3, 'office');
      other.address.address1 = '77 Other Street';
      await shopper.addProfile(other, CARDS.alsoPays, 'Office');
      await cleo.page.goto('/shop');

      await cleo.choose(product, undefined, undefined, 'Main Profile');
      // in another browser
      await shopper.secure(productId, 'os');
      await cleo.press('Secure Now');
      await cleo.page.getByRole('button', { name: 'Select New Profile' }).waitFor();
      await cleo.page.getByText('This profile already holds a slot for this drop. Select another profile.').waitFor();
      await cleo.page.getByRole('button', { name: 'Secure Now' }).waitFor();
      await cleo.page.keyboard.press('Escape');
      await cleo.profile(product, 'Office');
      await cleo.press('Secure Checkout');
      await cleo.press('Secure Now');

      await cleo.page.waitForURL('/user/orders');
      expect((await shopper.orders()).map(({ profileName }) => profileName).sort()).toEqual(['Main Profile', 'Office']);
    });
  });

  describe('login', () => {
    it('says what was wrong, and leads on to the page that was asked for', async () => {
      const { productId } = await venue.drop({ productTitle: 'Deep Link Tee', totalStock: 20 });
      const dov = await venue.visitor(person(4));
      await venue.shopper(dov.who);

      await dov.page.goto(`/product?productId=${productId}`);
      await dov.page.waitForURL('/login');
      await dov.logIn('not the password');
      await dov.alert.getByText('Email or password is incorrect.').waitFor();
      await dov.logIn();

      await dov.page.waitForURL(`/product?productId=${productId}`);
      await dov.page.getByRole('heading', { name: 'Deep Link Tee' }).waitFor();
    });

    it('takes a new password once the mailed link has set it', async () => {
      const esme = await venue.visitor(person(5));
      await venue.shopper(esme.who);
      await esme.page.goto('/login');
      await esme.page.getByRole('link', { name: 'Forgot Password?' }).click();
      await esme.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      await esme.fill('Email', esme.who.email);
      await esme.press('Send Link');
      await esme.page.getByRole('button', { name: 'Check Email.' }).waitFor();

      await esme.page.goto(await venue.linkTo(esme.who, 'password-reset', '/reset/'));
      await esme.fill('New Password', 'another long passphrase');
      await esme.fill('Confirm Password', 'another long passphrase');
      await esme.press('Save Password');
      await esme.page.getByRole('button', { name: 'Saved!' }).waitFor();
      await esme.page.waitForURL('/login');
      await esme.logIn(PASSWORD);
      await esme.alert.getByText('Email or password is incorrect.').waitFor();
      await esme.logIn('another long passphrase');

      await esme.page.waitForURL('/');
    });
  });

  describe('a fee the bank refuses', () => {
    const released = async (productTitle: string, who: Person, card: string): Promise<Shopper> => {
      const { productId } = await venue.drop({ productTitle, totalStock: 20 });
      const shopper = await venue.shopper(who, card);
      await shopper.secure(productId);
      await venue.release({ productId });
      return shopper;
    };

    it('is paid with another card through the mailed link, wherever it is opened', async () => {
      const product = 'Second Chance Crew';
      const { who, session } = await released(product, person(6), CARDS.declined);
      const finn = await venue.visitor(who, session);
      await finn.page.goto('/user/orders');
      await finn.sees(product, 'Action required');
      const elsewhere = await venue.visitor(finn.who);
      await elsewhere.page.goto(await venue.linkTo(finn.who, 'action-needed', '/action/'));
      expect(await violationsInBothSchemes(elsewhere.page)).toEqual([]);
      await elsewhere.press('Try My Card Again for $25.00');
      await elsewhere.alert.getByText('Your card was declined.').waitFor();
      await elsewhere.fillCard(CARDS.pays);
      await elsewhere.press('Pay $25.00 With This Card');

      await elsewhere.page.getByRole('heading', { name: 'Thank you. The fee is paid.' }).waitFor();
      await finn.sees(product, 'Success');
    });

    it('is paid from the orders page too', async () => {
      const { who, session } = await released('Third Chance Crew', person(8), CARDS.declined);
      const hal = await venue.visitor(who, session);
      await hal.page.goto('/user/orders');
      await hal.sees('Third Chance Crew', 'Action required');

      await hal.press('Pay the Fee');
      await hal.fillCard(CARDS.pays);
      await hal.press('Pay $25.00 With This Card');

      await hal.page.getByRole('heading', { name: 'Thank you. The fee is paid.' }).waitFor();
    });

    it('is confirmed at the bank when the bank asks for it', async () => {
      const { who } = await released('Two Factor Jacket', person(7), CARDS.authenticates);
      const gia = await venue.visitor(who);
      await gia.page.goto(await venue.linkTo(gia.who, 'action-needed', '/action/'));
      await gia.press('Confirm $25.00');
      await gia.press('Complete');

      await gia.page.getByRole('heading', { name: 'Thank you. The fee is paid.' }).waitFor();
    });
  });
});
