import { readInstallation } from '../event-sourcing/installation.js';
import { whyLogOlder } from '../event-sourcing/seen-log.js';
import { markVault } from '../event-sourcing/watermark.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import type { Engines } from '../server/platform.js';

/** Explains why the log is older than its vault; `accepted` accepts it. Stopped servers only. Returns the exit code. */
export async function acceptOlder(
  { log, vault }: Pick<Engines, 'log' | 'vault'>,
  accepted: boolean,
  say: (text: string) => void,
): Promise<number> {
  const { id } = await readInstallation(log);
  if (id === null) throw new Error('The event log is empty. Restore the one of this installation.');
  const reason = await whyLogOlder(log, vault, id);
  if (reason === null) {
    say('The event log is not older than its vault: there is nothing to accept.');
    return 0;
  }
  if (!accepted) {
    say(reason);
    say(
      'Nothing was changed. A newer log may still be put back. To go on with this one: npm run log -- accept-older --yes',
    );
    return 1;
  }
  await markVault({ log, vault, schema: EVENT_SCHEMA }, await log.head());
  say('Accepted: what the log lacks is gone. The next start works again.');
  return 0;
}
