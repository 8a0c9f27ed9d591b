import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Guided, GuidedSession } from '@supreme-access/contract/shapes/first-minute.js';
import { Sessions } from '../../auth/sessions.js';
import { EVENT_LOG } from '../../config/tokens.js';
import type { StaffRole } from '../../customers/access/staff.js';
import { Accounts } from '../../customers/accounts/accounts.js';
import { EmailClaims } from '../../customers/accounts/email-claims.js';
import { Registration } from '../../customers/accounts/sign-in.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { DEMO_SHOPPER } from '../demo-seed.js';
import { SeedShoppers, seedMetadata } from '../demo-shoppers.js';
import { isOfSeed } from './only-demo.js';

const STAFF: Readonly<Record<'operator' | 'auditor', { email: string; name: string; role: StaffRole }>> = {
  operator: { email: 'operator@supreme-access.test', name: 'Demo Operator', role: 'admin' },
  auditor: { email: 'auditor@supreme-access.test', name: 'Demo Auditor', role: 'auditor' },
};

/** The demo's own people. The passwords of its staff are random, and forgotten as they are made. */
export class DemoCast {
  private readonly accounts: Accounts;
  private readonly claims: EmailClaims;
  private readonly registration: Registration;
  private readonly sessions: Sessions;
  private readonly log: EventLog;
  private readonly shoppers: SeedShoppers;

  constructor(app: INestApplicationContext) {
    this.accounts = app.get(Accounts);
    this.claims = app.get(EmailClaims);
    this.registration = app.get(Registration);
    this.sessions = app.get(Sessions);
    this.shoppers = new SeedShoppers(app);
    this.log = app.get<EventLog>(EVENT_LOG);
  }

  /** null: it was not the seed that made the account, or somebody has moved or locked it. */
  async accountOf(email: string): Promise<string | null> {
    const accountId = await this.claims.accountOf(this.claims.keyOf(email));
    if (accountId === null) return null;
    const [isSeeds, { locked }] = await Promise.all([isOfSeed(this.log, accountId), this.accounts.state(accountId)]);
    return isSeeds && !locked ? accountId : null;
  }

  /** Makes the staff of the demo where it is not there. Whether all three are the demo's own, and have their roles. */
  async isWhole(): Promise<boolean> {
    if ((await this.accountOf(DEMO_SHOPPER.email)) === null) return false;
    for (const { email, name, role } of Object.values(STAFF)) {
      if ((await this.claims.accountOf(this.claims.keyOf(email))) === null) {
        const who = { email, name, phone: '', password: randomBytes(24).toString('base64url') };
        await this.registration.register(who, { roles: [role], verify: false }, seedMetadata(email));
      }
      const accountId = await this.accountOf(email);
      if (accountId === null || !(await this.accounts.roles(accountId)).includes(role)) return false;
    }
    await this.accounts.settled();
    return true;
  }

  /** Begins a session of each, which ends after an hour and at a stop. */
  async enter(): Promise<GuidedSession[]> {
    return [
      await this.sessionOf('shopper', DEMO_SHOPPER.email),
      await this.sessionOf('operator', STAFF.operator.email),
      await this.sessionOf('auditor', STAFF.auditor.email),
    ];
  }

  /** The demo shopper's profile. */
  async profileId(): Promise<string> {
    return (await this.shoppers.shopper(DEMO_SHOPPER)).profileId;
  }

  private async sessionOf(who: Guided, email: string): Promise<GuidedSession> {
    const accountId = await this.accountOf(email);
    if (accountId === null) throw new Error(`the account of the demo's ${who} is no longer the demo's`);
    const [roles, state] = await Promise.all([this.accounts.roles(accountId), this.accounts.state(accountId)]);
    const token = this.sessions.beginGuided(accountId, roles, state.tokenVersion);
    await this.accounts.admit(token);
    const { uuid, name, isAdmin } = await this.accounts.info(accountId);
    return { who, token, uuid, name, isAdmin, roles };
  }
}
