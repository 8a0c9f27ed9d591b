import type { INestApplicationContext } from '@nestjs/common';
import { MakeStaff, StaffRoles } from '../customers/accounts/staffing.js';
import { seedDemo } from './demo-seed.js';
import type { ProductServer } from './server.js';

export async function firstSteps(app: INestApplicationContext, say: (text: string) => void): Promise<void> {
  await app.get(StaffRoles).finish();
  const admin = await app.get(MakeStaff).ensureAdmin();
  const shopper = await seedDemo(app);
  // An account that an interrupted start has left gets a new password.
  if (admin.password !== null) {
    say('');
    say('The first admin, shown only this once:');
    say(`  ${admin.email}  ${admin.password}`);
  }
  if (shopper) {
    say('');
    say('A demo shopper with card and profile, shown only this once:');
    say(`  ${shopper.email}  ${shopper.password}`);
  }
}

export async function greet({ url, partners, platform }: ProductServer, say: (text: string) => void): Promise<void> {
  say('');
  say('Supreme Access is ready.');
  say(`  Storefront        ${url}/`);
  say(`  Admin             ${url}/admin/`);
  say(`  API docs          ${url}/api/docs`);
  if (partners.retailer.isSandbox) say(`  Sandbox retailer  ${partners.retailer.url}/`);
  say(`  Data              ${platform.config.dataDir} (log position ${await platform.log.head()})`);
}
