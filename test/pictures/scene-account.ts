import { expectOk } from '../support/api.js';
import { BrowserCrypto } from '../support/jwe.js';
import { PASSWORD, Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import type { House } from './house.js';

export async function account(house: House, camera: Camera): Promise<void> {
  await login(house, camera);
  await ended(house, camera, await house.shopper());
  await reset(house, camera, await house.shopper());
  const page = await house.arrival(await house.shopper(), '/user/account');
  await page.getByText('Your email is not verified yet.').waitFor();
  await camera.take('account-unverified', page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('A name that goes on and on '.repeat(5));
  await page.getByLabel('Phone', { exact: true }).fill('12');
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await camera.take('form-limits', page, page.getByLabel('Phone', { exact: true }));
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Erase Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await camera.take('account-erase', page);
  await dialog.getByRole('button', { name: 'Erase Everything' }).click();
  await page.getByRole('heading', { name: /^Your account is/ }).waitFor();
  await camera.take('account-erased', page);
  const crypto = await BrowserCrypto.open(house.server.anyone);
  const newcomer = await Shopper.signUp(house.server.anyone, crypto, house.somebody());
  await newcomer.saveCard();
  const none = await house.arrival(newcomer, '/user/profiles');
  await none.getByText('No profile yet.').waitFor();
  await camera.take('profiles-none', none);
}

async function login(house: House, camera: Camera): Promise<void> {
  const page = await house.window('phone');
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByText('Email or password is incorrect.').waitFor();
  await camera.take('login-refused', page);
}

/** Another password ends every other session. */
async function ended(house: House, camera: Camera, shopper: Shopper): Promise<void> {
  const page = await house.arrival(shopper, '/user/orders');
  const passwords = { password: PASSWORD, newPassword: 'another long passphrase' };
  await expectOk(shopper.api.post('/api/user/password', passwords));
  await page.reload();
  await page.getByText('Your session has ended.').waitFor();
  await camera.take('login-ended', page);
}

async function reset(house: House, camera: Camera, { who }: Shopper): Promise<void> {
  const page = await house.window('phone');
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.getByRole('button', { name: 'Check Email.' }).waitFor();
  await camera.take('reset-sent', page);
  const link = await house.linkTo(who, 'password-reset', '/reset/');
  const password = 'another long passphrase';
  const hash = link.split('/').at(-1);
  await expectOk(house.server.anyone.post('/api/resetpassword', { hash, password, confirmPassword: password }));
  await page.goto(link);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await page.getByText('This link has been used or has expired').waitFor();
  await camera.take('reset-used', page);
}
