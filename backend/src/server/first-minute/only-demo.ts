import type { INestApplicationContext } from '@nestjs/common';
import { EVENT_LOG } from '../../config/tokens.js';
import { Accounts } from '../../customers/accounts/accounts.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { Reads } from '../../projections/reads.js';
import { SANDBOX, SETTINGS } from '../../retailers/directory/retailer-record.js';
import { retailersProjection } from '../../retailers/directory/retailers.projection.js';
import type { EventLog } from '../../stores/event-log/event-log.js';

/** The demo has fewer accounts: of as many, one is somebody's own. */
const TOO_MANY = 100;

/** Whether the data holds no retailer but the sandbox, and no account but the seed's and the first admin's. */
export async function isOnlyDemo(app: INestApplicationContext): Promise<boolean> {
  const [accounts, reads, log] = [app.get(Accounts), app.get(Reads), app.get<EventLog>(EVENT_LOG)];
  await accounts.settled();
  const [retailers, people, { members }] = await Promise.all([
    reads.find(retailersProjection),
    reads.find(accountsProjection, { limit: TOO_MANY }),
    accounts.staff(),
  ]);
  if (people.length === TOO_MANY || !retailers.every(({ facts }) => isSandbox(facts?.baseUrl))) return false;
  const first = members.find(({ role }) => role === 'admin')?.accountId;
  const areDemos = people.map(({ accountId }) => accountId === first || isOfSeed(log, accountId));
  return (await Promise.all(areDemos)).every((isDemos) => isDemos);
}

/** Whether it was the seed that made the account. */
export async function isOfSeed(log: EventLog, accountId: string): Promise<boolean> {
  const made = await eventAt(log, `account-${accountId}`, 0);
  const { kind, id } = made?.metadata.actor ?? {};
  return kind === 'system' && id === 'seed';
}

/** Where nothing is real, the settings' retailer is the sandbox too. */
function isSandbox(baseUrl: string | undefined): boolean {
  return baseUrl === SANDBOX || baseUrl === SETTINGS;
}
