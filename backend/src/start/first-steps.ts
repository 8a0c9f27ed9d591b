import { FirstAdmin } from '../accounts/first-admin.js';
import { seedDemo } from './demo-seed.js';
import type { ProductServer } from './server.js';

/** What a fresh installation needs before anyone arrives, and what its operator is told. Safe to run at every start. */
export async function firstSteps(
  { app, url, partners, platform }: ProductServer,
  say: (text: string) => void,
): Promise<void> {
  const { config, log } = platform;
  const admin = await app.get(FirstAdmin).ensure();
  const shopper = await seedDemo(app);
  say('');
  say('Supreme Access is ready.');
  say(`  Storefront        ${url}/`);
  say(`  Admin             ${url}/admin/`);
  say(`  API docs          ${url}/api/docs`);
  if (partners.retailer.isSandbox) say(`  Sandbox retailer  ${partners.retailer.url}/`);
  say(`  Data              ${config.dataDir} (log position ${await log.head()})`);
  if (admin.created) {
    say('');
    say('The first admin, shown only this once:');
    say(`  ${admin.email}  ${admin.password ?? ''}`);
  }
  if (shopper) {
    say('A demo shopper with card and profile, shown only this once:');
    say(`  ${shopper.email}  ${shopper.password}`);
  }
}
