import { readFile } from 'node:fs/promises';
import { SESSION_ENTRY } from '@supreme-access/contract/sessions.js';
import type { Locator, Page } from 'playwright-core';
import type { Window } from './browser.js';
import { ADMIN } from './server-process.js';

/** Staff who use react-admin's pages only. */
export class Staff {
  constructor(private readonly window: Window) {}

  get page() {
    return this.window.page;
  }

  /** Opens a page of the admin in a signed-in window. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  }

  /** The same without anything stored in the browser. */
  async openAnew(path: string): Promise<void> {
    await this.page.evaluate((session) => {
      for (const entry of Object.keys(localStorage)) if (entry !== session) localStorage.removeItem(entry);
      sessionStorage.clear();
    }, SESSION_ENTRY);
    await this.open(path);
  }

  async signIn({ email, password }: { email: string; password: string } = ADMIN): Promise<void> {
    await this.page.goto('/admin/');
    await this.page.locator('input[name="email"]').fill(email);
    await this.page.locator('input[name="password"]').fill(password);
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await this.page.getByRole('heading', { name: 'Latest orders' }).waitFor();
  }

  /** Releases the drop from the list of products and waits for the server's answer. */
  async release(product: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: 'Products' }).click();
    await this.page.getByRole('row', { name: product }).getByRole('button', { name: 'Release now' }).click();
    await this.confirm('Release now');
    await this.page.getByText('The release has started.').waitFor();
  }

  async openOrder(email: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: 'Orders' }).click();
    await this.page.getByRole('row', { name: email }).getByRole('link').first().click();
    await this.page.getByRole('heading', { name: 'Story' }).waitFor();
  }

  /** Refunds a part of the opened order's fee. */
  async refund(amount: string, reason: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Refund' }).click();
    await this.page.getByLabel('Reason').fill(reason);
    await this.page.getByLabel('Amount').fill(amount);
    await this.confirm('Refund');
    await this.page.getByText('The refund has started.').waitFor();
  }

  /** Presses a button and confirms. */
  async confirmed(label: string): Promise<void> {
    await this.page.getByRole('button', { name: label }).click();
    await this.confirm(label);
  }

  private confirm(label: string): Promise<void> {
    return this.page.getByRole('dialog').getByRole('button', { name: label }).click();
  }
}

/**
 * Opens a list of the admin by key and chooses. A click is unreliable: the list opens under the pressed mouse button, and after 400 ms its
 * release chooses the option below it. https://github.com/mui/material-ui/blob/master/packages/mui-material/src/Select/SelectInput.js
 */
export async function choose(list: Locator, option: string | RegExp): Promise<void> {
  await list.press('Enter');
  const found = list.page().getByRole('option', { name: option, exact: true });
  await found.click();
  await found.waitFor({ state: 'detached' });
}

/** Searches in a field of the admin and chooses the only result. */
export async function chooseFound(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  const options = field.page().getByRole('option');
  const found = options.filter({ hasText: text });
  await found.waitFor();
  // Until the search is answered the list shows everything, and moves under a click.
  await options.nth(1).waitFor({ state: 'detached' });
  await found.click();
}

/** The file that `act` downloads. */
export async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}
