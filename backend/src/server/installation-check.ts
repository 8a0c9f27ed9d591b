import { randomUUID } from 'node:crypto';
import { makeInstallation, readInstallation } from '../event-sourcing/installation.js';
import { anotherLog } from '../event-sourcing/seen-log.js';
import type { EventLog } from '../stores/event-log/event-log.js';
import { dropReadModels, type ReadModels, settingOf } from '../stores/read-models/read-models.js';
import { INSTALLATION_ID, keptIn, type Vault } from '../stores/vault/vault.js';
import { EVENT_SCHEMA } from './event-schema.js';

/** Returns the id that log and vault share. A vault without it beside events has no keys. @throws Error */
export async function checkInstallation(log: EventLog, vault: Vault): Promise<string> {
  for (;;) {
    const { id } = await readInstallation(log);
    if (id === null) await assertNotLost(log, vault);
    // The id of the first of concurrent processes stays.
    if (id === null) await vault.put('secret', INSTALLATION_ID, randomUUID());
    const kept = keptIn(await vault.get<string>('secret', INSTALLATION_ID));
    if (id !== null) return assertTogether(id, kept);
    if (kept === undefined) throw new Error('The vault does not keep what is put into it.');
    await makeInstallation(log, kept, EVENT_SCHEMA);
  }
}

async function assertNotLost(log: EventLog, vault: Vault): Promise<void> {
  for await (const _ of vault.list('mark')) {
    // Another process may have created it meanwhile.
    if ((await readInstallation(log)).id !== null) return;
    throw new Error(anotherLog('it is empty, and the vault knows a log that is not'));
  }
}

function assertTogether(written: string, kept: string | undefined): string {
  if (kept !== undefined && kept === written) return kept;
  const what = kept === undefined ? 'The vault is empty' : 'The vault belongs to another installation';
  throw new Error(`${what}, but the event log is not. Restore the vault and its master key that belong to this log.`);
}

/** @throws Error when the read models belong to another installation */
export async function assertOwnReadModels(models: ReadModels, installation: string): Promise<void> {
  if ((await models.installation(installation)) === installation) return;
  throw new Error(`${settingOf(models)}: the read models are those of another installation. ${dropReadModels(models)}`);
}
