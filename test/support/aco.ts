import { CARDS, type Person } from './people.js';
import { EXPIRY, type Visitor } from './visitor.js';

/** Fills the opened form of a guest's auto-checkout details; a single size or colour is preselected. */
export async function fillAco({ page }: Visitor, { name, email, phone, address }: Person): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'ACO details' });
  const size = dialog.getByLabel('Size');
  if ((await size.inputValue()) === '') await size.selectOption('m');
  const colour = dialog.getByLabel('Colour');
  if ((await colour.inputValue()) === '') await colour.selectOption('Stone');
  for (const [label, text] of Object.entries({
    'Shipping Name': name,
    Email: email,
    'Phone Number': phone,
    Address: address.address1,
    City: address.city,
  })) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await dialog.getByLabel('State').selectOption(address.state);
  await dialog.getByLabel('Zip').fill(address.zip);
  await dialog.getByLabel('Card Number').pressSequentially(CARDS.pays);
  await dialog.getByLabel('Expiry (MM/YY)').pressSequentially(EXPIRY);
  await dialog.getByLabel('Security Code').fill('123');
}
