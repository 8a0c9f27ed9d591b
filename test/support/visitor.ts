import type { Page } from 'playwright-core';
import type { Window } from './browser.js';
import { CARDS, type Person } from './people.js';
import { PASSWORD } from './shopper.js';

/** a valid expiry, MM/YY */
export const EXPIRY = `12/${String(new Date().getUTCFullYear() + 4).slice(-2)}`;

/** A visitor of the storefront who uses its pages only. */
export class Visitor {
  readonly page: Page;

  constructor(
    { page }: Window,
    readonly who: Person,
  ) {
    this.page = page;
  }

  get title() {
    return this.page.getByRole('heading', { level: 1 });
  }

  get alert() {
    return this.page.locator('[aria-live="assertive"]');
  }

  press(name: string) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  fill(label: string, text: string) {
    return this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async signUp(): Promise<void> {
    await this.page.goto('/signup');
    await this.fill('Email', this.who.email);
    await this.fill('Password', PASSWORD);
    await this.press('Create Account');
    await this.page.waitForURL('/signup1');
  }

  /** The three steps of the setup, up to its last page or until `until` resolves. */
  async setUp(
    number: string = CARDS.pays,
    until: () => Promise<void> = () => this.page.waitForURL('/signupcomplete'),
  ): Promise<void> {
    const { name, phone, address } = this.who;
    await this.fill('Full Name', name);
    await this.fill('Phone Number', phone);
    await this.press('Continue');
    await this.page.waitForURL('/signup2');
    await this.fill('Address', address.address1);
    await this.fill('City', address.city);
    await this.page.getByLabel('State').selectOption(address.state);
    await this.fill('Zip', address.zip);
    await this.press('Continue');
    await this.page.waitForURL('/signup3');
    await this.fillCard(number);
    await this.press('Complete');
    await until();
  }

  async fillProfile(profileName: string, { name, phone, email, address }: Person): Promise<void> {
    await this.fill('Profile Name', profileName);
    await this.fill('Full Name', name);
    await this.fill('Phone Number', phone);
    await this.fill('Email', email);
    await this.fill('Address', address.address1);
    await this.fill('City', address.city);
    await this.page.getByLabel('State').selectOption(address.state);
    await this.fill('Zip', address.zip);
  }

  async fillCard(number: string): Promise<void> {
    await this.page.getByLabel('Card Number').pressSequentially(number);
    await this.page.getByLabel('Expiry (MM/YY)').pressSequentially(EXPIRY);
    await this.fill('Security Code', '123');
  }

  async logIn(password: string = PASSWORD): Promise<void> {
    await this.fill('Email', this.who.email);
    await this.fill('Password', password);
    await this.press('Log In');
  }

  /** Opens the product and chooses; a single style and the only profile are preselected. */
  async choose(product: string, size?: string, style?: string, profile?: string): Promise<void> {
    await this.page.getByRole('button', { name: product }).click();
    const sheet = this.page.getByRole('dialog', { name: product });
    if (size) await sheet.getByRole('group', { name: 'Size' }).getByText(size, { exact: true }).click();
    if (style) await sheet.getByLabel('Style').selectOption(style);
    if (profile) await this.profile(product, profile);
    await sheet.getByRole('button', { name: 'Secure Checkout' }).click();
  }

  async profile(product: string, profile: string): Promise<void> {
    const select = this.page.getByRole('dialog', { name: product }).getByLabel('Profile');
    const option = select.getByRole('option', { name: profile });
    await select.selectOption(await option.getAttribute('value'));
  }

  ticket(product: string) {
    return this.page.getByRole('article', { name: `Ticket for ${product}` });
  }

  sees(product: string, status: string): Promise<void> {
    const row = this.page.getByRole('row').filter({ has: this.page.getByRole('button', { name: product }) });
    return row.getByText(status, { exact: true }).waitFor();
  }

  reads(sentence: string): Promise<void> {
    const step = this.page.getByRole('listitem').filter({ hasText: sentence });
    // A ticket may show the same sentence.
    return step.filter({ hasNot: this.page.getByRole('article') }).waitFor();
  }
}
