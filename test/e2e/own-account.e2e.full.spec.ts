import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { violationsInBothSchemes } from '../support/axe.js';
import { describeInBrowser } from '../support/browser.js';
import { eventually } from '../support/drops.js';
import { CARDS, person } from '../support/people.js';
import { PASSWORD } from '../support/shopper.js';
import { Venue } from '../support/venue.js';

jest.setTimeout(180_000);

describeInBrowser('in the browser, with an account of one’s own', () => {
  let venue: Venue;

  beforeAll(async () => {
    venue = await Venue.open();
  });
  afterEach(async () => {
    expect(await venue?.clear()).toEqual([]);
  });
  afterAll(() => venue?.close());

  describe('the account', () => {
    it('exports everything as a file, without a card number', async () => {
      const { visitor } = await venue.arrival('/user/account', person(1));

      const [download] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press('Download My Data')]);

      const text = await readFile(await download.path(), 'utf8');
      expect(download.suggestedFilename()).toBe('supreme-access.json');
      expect(JSON.stringify(JSON.parse(text))).toContain(visitor.who.email);
      expect(text).toContain(visitor.who.address.address1);
      expect(text).not.toContain(CARDS.pays);
    });

    it('is edited: name, phone and billing address are saved', async () => {
      const { visitor } = await venue.arrival('/user/account', person(9));
      const { page } = visitor;
      await visitor.press('Edit');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await visitor.fill('Name', 'Nova Renamed');
      await visitor.fill('Phone', '+12025550143');
      await visitor.fill('Address', '1 Renamed Street');
      await visitor.press('Save');

      await visitor.alert.getByText('Your details are saved.').waitFor();
      await page.reload();
      for (const saved of ['Nova Renamed', '+12025550143', '1 Renamed Street']) await page.getByText(saved).waitFor();
    });

    it('pays with another card once it is saved', async () => {
      const { visitor } = await venue.arrival('/user/account', person(10));
      await visitor.page.getByText('•••• •••• •••• 4242').waitFor();
      await visitor.press('Change');
      await visitor.fillCard('4242424242424241');
      await visitor.press('Save Card');
      await visitor.page.getByText("Please make sure you've entered a valid card and try again.").waitFor();
      expect(await violationsInBothSchemes(visitor.page)).toEqual([]);
      await visitor.page.getByLabel('Card Number').fill(CARDS.alsoPays);
      await visitor.press('Save Card');

      await visitor.alert.getByText('Your new card is saved.').waitFor();
      await visitor.page.getByText('•••• •••• •••• 4444').waitFor();
    });

    it('changes its password, stays logged in here and is logged out elsewhere', async () => {
      const { visitor } = await venue.arrival('/user/account', person(11));
      const elsewhere = await venue.visitor(visitor.who);
      await elsewhere.page.goto('/user/orders');
      await elsewhere.logIn();
      await elsewhere.page.getByText('No tickets yet.').waitFor();

      await visitor.fill('Current Password', PASSWORD);
      await visitor.fill('New Password', 'yet another passphrase');
      await visitor.press('Change Password');
      await visitor.alert.getByText('Your password is changed. All other devices have been logged out.').waitFor();

      await visitor.page.reload();
      await visitor.page.getByRole('button', { name: 'Edit' }).waitFor();
      await elsewhere.page.goto('/user/account');
      await elsewhere.page.waitForURL('/login');
      // The account's answer may reload the page, which would lose the input.
      await elsewhere.page.waitForLoadState('networkidle');
      await elsewhere.page.getByText('Your session has ended. Log in again to continue.').waitFor();
      await elsewhere.logIn('yet another passphrase');
      await elsewhere.page.waitForURL('/user/account');
    });

    it('is erased after the password', async () => {
      const { visitor } = await venue.arrival('/user/account', person(2));
      await visitor.press('Erase Account');
      const dialog = visitor.page.getByRole('dialog');
      await dialog.getByLabel('Password').fill('not the password');
      await dialog.getByRole('button', { name: 'Erase Everything' }).click();
      await dialog.locator('[aria-invalid=true]').waitFor();
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Erase Everything' }).click();

      await visitor.page.waitForURL('/erased');
      await visitor.page.getByRole('heading', { name: 'Your account is erased.' }).waitFor();
      await visitor.page.getByText('We confirm it in a last email.').waitFor();
      await visitor.page.getByRole('link', { name: 'Login' }).click();
      await visitor.logIn();
      await visitor.alert.getByText('Email or password is incorrect.').waitFor();
    });

    it('moves to a new email once its link is followed, asks for the password, and can undo it', async () => {
      const { visitor } = await venue.arrival('/user/account', person(3));
      const { page } = visitor;
      await page.goto(await venue.linkTo(visitor.who, 'verify-email', '/action/'));
      await visitor.press('Verify Email');
      await page.getByRole('heading', { name: 'Your email is verified.' }).waitFor();
      await page.goto('/user/account');
      await visitor.press('Edit');
      await visitor.fill('Email', 'moved@example.org');
      await visitor.press('Save');
      const dialog = page.getByRole('dialog', { name: 'Confirm your password.' });
      await dialog.getByLabel('Password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('We emailed a link to moved@example.org.').waitFor();
      expect(await violationsInBothSchemes(page)).toEqual([]);

      const moved = { ...visitor.who, email: 'moved@example.org' };
      await page.goto(await venue.linkTo(moved, 'move-email', '/action/'));
      await visitor.press('Verify Email');
      await page.getByRole('heading', { name: 'Your email is verified.' }).waitFor();
      await page.goto('/user/account');
      await page.getByText('moved@example.org').waitFor();

      await page.goto(await venue.linkTo(visitor.who, 'email-changed-undo', '/action/'));
      await visitor.fill('New Password', 'lantern otter mosaic 7');
      await visitor.press('Undo the Change');
      await page.getByRole('heading', { name: 'The change is undone.' }).waitFor();
      await page.getByRole('link', { name: 'See Your Account' }).click();
      await page.getByText(visitor.who.email).waitFor();
    });

    it('goes to the owner of its address, and the person who registered with it keeps nothing', async () => {
      const { visitor: mallory } = await venue.arrival('/user/orders', person(14));
      await mallory.page.getByText('No tickets yet.').waitFor();
      const owner = await venue.visitor(mallory.who);
      const { page } = owner;
      await page.goto(`${await venue.linkTo(owner.who, 'verify-email', '/action/')}?promoCode=FOREST`);
      await owner.page.getByLabel('Password').waitFor();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await owner.press('Set a New Password');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await owner.fill('New Password', 'the owner’s own words');
      await owner.press('Verify Email');
      await page.getByRole('heading', { name: 'Your email is verified.' }).waitFor();

      await page.goto('/user/account');
      await page.getByRole('button', { name: 'Edit' }).waitFor();
      expect(await page.getByText('4242').count()).toBe(0);
      expect(await page.evaluate(() => localStorage.getItem('promoCode'))).toBe('FOREST');
      await mallory.page.goto('/user/account');
      await mallory.page.waitForURL('/login');
      await mallory.logIn();
      await mallory.alert.getByText('Email or password is incorrect.').waitFor();
    });

    it('verifies its email by the mailed link', async () => {
      const { visitor } = await venue.arrival('/user/account', person(4));
      await visitor.page.getByText('Your email is not verified yet.').waitFor();

      await visitor.page.goto(await venue.linkTo(visitor.who, 'verify-email', '/action/'));
      await visitor.press('Verify Email');
      await visitor.page.getByRole('heading', { name: 'Your email is verified.' }).waitFor();
      await visitor.page.goto('/user/account');

      await visitor.page.getByRole('button', { name: 'Edit' }).waitFor();
      expect(await visitor.page.getByText('Your email is not verified yet.').count()).toBe(0);
    });
  });

  it('holds another profile, and an edited one keeps its card', async () => {
    const { visitor, shopper } = await venue.arrival('/user/profiles', person(12));
    const { page } = visitor;
    await page.getByRole('link', { name: 'Add Profile' }).click();
    await visitor.fillProfile('Office', person(13));
    await visitor.press('Add Credit Card');
    await visitor.fill('Full Name', visitor.who.name);
    await visitor.fillCard(CARDS.alsoPays);
    await visitor.press('Save Profile');
    await page.waitForURL('/user/profiles');
    const office = page.getByRole('article', { name: 'Office' });
    await office.getByText('•••• 4444').waitFor();

    await office.getByRole('link', { name: 'Edit Info' }).click();
    await page.getByLabel('Profile Name').waitFor();
    await visitor.fill('Profile Name', 'Studio');
    await visitor.press('Save');

    await page.waitForURL('/user/profiles');
    await page.getByRole('article', { name: 'Studio' }).getByText('•••• 4444').waitFor();
    expect(await shopper.profileNames()).toEqual(['Main Profile', 'Studio']);
  });

  describe('slots', () => {
    it('are counted live, and one that is withdrawn is free again', async () => {
      const { productId } = await venue.drop({ productTitle: 'Counted Cap', totalStock: 20 });
      const { visitor, shopper } = await venue.arrival(`/product?productId=${productId}`, person(5));
      const left = (words: string) => visitor.page.getByRole('paragraph').getByText(words).waitFor();
      await left('20 of 20 slots left');
      await shopper.secure(productId);
      await left('19 of 20 slots left');
      const requested: string[] = [];
      visitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname));

      const orders = await visitor.page.context().newPage();
      await orders.goto('/user/orders');
      await orders.getByRole('button', { name: 'Withdraw' }).click();
      await orders.getByRole('dialog').getByRole('button', { name: 'Withdraw Slot' }).click();

      await orders.getByText('Withdrawn', { exact: true }).first().waitFor();
      await left('20 of 20 slots left');
      expect(requested).not.toContain(`/api/products/${productId}`);
    });

    it('ask for the security code again once an order has used it up', async () => {
      const [first, second] = await Promise.all(
        ['First Tee', 'Second Tee'].map((productTitle) => venue.drop({ productTitle, totalStock: 20 })),
      );
      const { visitor, shopper } = await venue.arrival('/shop', person(6));
      await shopper.secure(first?.productId ?? '');
      await venue.release({ productId: first?.productId ?? '' });
      await eventually('a success', 30_000, async () => (await shopper.orders())[0]?.success || undefined);

      await visitor.choose('Second Tee', 'M');
      await visitor.press('Secure Now');
      await visitor.page.getByLabel('Security Code').waitFor();
      await visitor.fill('Security Code', '123');
      await visitor.press('Secure Now');

      await visitor.page.waitForURL('/user/orders');
      expect((await shopper.orders()).map(({ productId }) => productId)).toContain(second?.productId);
    });

    it('of a guest can be withdrawn, and the guest erased, by the mailed link', async () => {
      const { productId } = await venue.drop({ productTitle: 'Guest Gloves', totalStock: 20 });
      const guest = await venue.visitor(person(7));
      await venue.guestOrder(guest.who, productId);

      await guest.page.goto(await venue.linkTo(guest.who, 'guest-slot-confirmed', '/action/'));
      await guest.ticket('Guest Gloves').waitFor();
      await guest.press('Withdraw Slot');
      await guest.page.getByRole('heading', { name: 'The slot is withdrawn. You were not charged.' }).waitFor();
      await guest.press('Erase My Data');
      await guest.press('Erase Everything');

      await guest.page.waitForURL('/erased');
      await guest.page.getByRole('heading', { name: 'Your data is erased.' }).waitFor();
      await guest.page.goBack();
      await guest.ticket('Guest Gloves').waitFor();
      expect(await guest.page.getByText(guest.who.name).count()).toBe(0);
    });
  });

  it('completes an address by its zip, and credits the source', async () => {
    const visitor = await venue.visitor(person(8));
    await visitor.signUp();
    await visitor.page.goto('/signup2');

    await visitor.page.getByLabel('Address', { exact: true }).pressSequentially('350 5th Avenue, 10118');
    await visitor.page.getByRole('link', { name: 'Places: GeoNames, CC BY 4.0' }).waitFor();
    expect(await violationsInBothSchemes(visitor.page)).toEqual([]);
    await visitor.page.getByRole('option', { name: '350 5th Avenue, New York, NY 10118, United States' }).click();

    expect(await visitor.page.getByLabel('Address', { exact: true }).inputValue()).toBe('350 5th Avenue');
    expect(await visitor.page.getByLabel('City').inputValue()).toBe('New York');
    expect(await visitor.page.getByLabel('State').inputValue()).toBe('NY');
    expect(await visitor.page.getByLabel('Zip').inputValue()).toBe('10118');
  });
});
