import { expectOk } from '../support/api.js';
import { BrowserCrypto } from '../support/jwe.js';
import { PASSWORD, Shopper } from '../support/shopper.js';
import type { Camera } from './camera.js';
import type { Environment } from './environment.js';

export async function account(env: Environment, camera: Camera): Promise<void> {
  await login(env, camera);
  await ended(env, camera, await env.shopper());
  await reset(env, camera, await env.shopper());
  const page = await env.arrival(await env.shopper(), '/user/account');
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
  const crypto = await BrowserCrypto.open(env.server.anyone);
  const newcomer = await Shopper.signUp(env.server.anyone, crypto, env.somebody());
  await newcomer.saveCard();
  const none = await env.arrival(newcomer, '/user/profiles');
  await none.getByText('No profile yet.').waitFor();
  await camera.take('profiles-none', none);
}

async function login(env: Environment, camera: Camera): Promise<void> {
  const page = await env.window('phone');
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.getByText('Email or password is incorrect.').waitFor();
  await camera.take('login-refused', page);
}

/** A changed password ends every other session. */
async function ended(env: Environment, camera: Camera, shopper: Shopper): Promise<void> {
  const page = await env.arrival(shopper, '/user/orders');
  const passwords = { password: PASSWORD, newPassword: 'another long passphrase' };
  await expectOk(shopper.api.post('/api/user/password', passwords));
  await page.reload();
  await page.getByText('Your session has ended.').waitFor();
  await camera.take('login-ended', page);
}

async function reset(env: Environment, camera: Camera, { who }: Shopper): Promise<void> {
  const page = await env.window('phone');
  await page.goto('/forgot');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await page.getByRole('button', { name: 'Check Email.' }).waitFor();
  await camera.take('reset-sent', page);
  const link = await env.linkTo(who, 'password-reset', '/reset/');
  const password = 'another long passphrase';
  const hash = link.split('/').at(-1);
  await expectOk(env.server.anyone.post('/api/resetpassword', { hash, password, confirmPassword: password }));
  await page.goto(link);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Save Password' }).click();
  await page.getByText('This link has been used or has expired').waitFor();
  await camera.take('reset-used', page);
}
