import type { INestApplicationContext } from '@nestjs/common';
import { MakeStaff, StaffRoles } from '../customers/accounts/staffing.js';
import { type DemoLogin, seedDemo } from './demo-seed.js';
import { FirstMinute } from './first-minute/first-minute.js';
import { whatIsReal } from './first-minute/nothing-real.js';
import type { ProductServer } from './server.js';

type Say = (text: string) => void;

/** Who can log in, of those that this start has made. */
export interface FirstLogins {
  admin?: DemoLogin;
  shopper?: DemoLogin;
}

/** Says the logins at once, or keeps them for the terminal's greeting. */
export async function firstSteps(app: INestApplicationContext, say: Say, kept?: FirstLogins): Promise<void> {
  await app.get(StaffRoles).finish();
  const { email, password } = await app.get(MakeStaff).ensureAdmin();
  const shopper = await seedDemo(app);
  // An account that an interrupted start has left gets a new password.
  const admin = password === null ? null : { email, password };
  if (kept) Object.assign(kept, admin && { admin }, shopper && { shopper });
  else {
    if (admin) sayLogin('The first admin, shown only this once:', admin, say);
    if (shopper) sayLogin('A demo shopper with card and profile, shown only this once:', shopper, say);
  }
}

function sayLogin(who: string, { email, password }: DemoLogin, say: Say): void {
  say('');
  say(who);
  say(`  ${email}  ${password}`);
}

export async function greet({ url, partners, platform }: ProductServer, say: Say): Promise<void> {
  say('');
  say('Supreme Access is ready.');
  say(`  Storefront        ${url}/`);
  say(`  Admin             ${url}/admin/`);
  say(`  API docs          ${url}/api/docs`);
  if (partners.retailer.isSandbox) say(`  Sandbox retailer  ${partners.retailer.url}/`);
  say(`  Data              ${platform.config.dataDir} (log position ${await platform.log.head()})`);
}

/** For a terminal: where there may be a guided first minute, its link alone, and four addresses with the new logins. */
export async function greetTerminal(server: ProductServer, { admin, shopper }: FirstLogins, say: Say): Promise<void> {
  const { app, url, partners, platform } = server;
  const link = whatIsReal(platform.config) === null ? await app.get(FirstMinute).open(app) : null;
  const behind = (login: DemoLogin | undefined) => (login ? `  log in as ${login.email} with ${login.password}` : '');
  say('');
  say(
    link === null
      ? 'Supreme Access is ready.'
      : 'Supreme Access is ready. Your first minute, good for one visit within 15 minutes:',
  );
  if (link !== null) say(`\n  ${url}${link}\n`);
  say(`  Storefront  ${url}/${behind(shopper)}`);
  say(`  Admin       ${url}/admin/${behind(admin)}`);
  say(`  API docs    ${url}/api/docs`);
  say(`  Retailer    ${partners.retailer.url}/`);
}
