import { ConfigError } from '../config/config.js';
import { ACCEPTANCES, type Acceptance, readAcceptances } from '../event-sourcing/acceptances.js';
import { raiseFormat } from '../event-sourcing/installation.js';
import { systemEvent } from '../event-sourcing/system-event.js';
import { firstDamage, wayOn } from '../event-sourcing/system-streams.js';
import { EVENT_SCHEMA } from '../server/event-schema.js';
import type { Engines } from '../server/platform.js';
import { type EventLog, NO_STREAM, WrongExpectedRevision } from '../stores/event-log/event-log.js';
import { type Damage, damageInWords, isOurStream } from '../stores/event-log/stream-integrity.js';

export interface Accepting {
  stream: string;
  revision: number;
  reason: string | undefined;
  isConfirmed: boolean;
}

/** Explains a locked stream; `isConfirmed` skips its damaged event. Returns the exit code. @throws ConfigError */
export async function acceptEvent(
  { log, markFormat }: Pick<Engines, 'log' | 'markFormat'>,
  { stream, revision, reason, isConfirmed }: Accepting,
  say: (text: string) => void,
): Promise<number> {
  if (!isOurStream(stream)) throw new ConfigError(`${stream} is no stream of ours: it is passed over anyway.`);
  const { places } = await readAcceptances(log);
  const found = await firstDamage(log, stream, places);
  if (!found) {
    say(`${stream} is not locked: there is nothing to accept.`);
    return 0;
  }
  const { damage, event } = found;
  say(`${damageInWords(damage)}.`);
  if (!isAcceptable(damage) || !event) {
    say(`What is missing cannot be accepted. ${wayOn(damage)}`);
    return 1;
  }
  if (damage.revision !== revision) {
    say(`It is locked by the event at revision ${damage.revision}, not ${revision}. Nothing was changed.`);
    return 1;
  }
  say(JSON.stringify(event, null, 2));
  if (!isConfirmed || !reason) {
    say(
      'Nothing was changed. This event would never count again, and what follows it would. ' +
        `To pass over it: npm run audit -- accept ${stream} ${revision} --reason "<why>" --yes`,
    );
    return 1;
  }
  await raiseFormat(log, EVENT_SCHEMA);
  await markFormat();
  await record(log, { stream, revision, eventId: event.id, damage: damage.reason, reason });
  const next = await firstDamage(log, stream, (await readAcceptances(log)).places);
  say(next ? `Accepted. ${damageInWords(next.damage)}.` : `Accepted: ${stream} is unlocked.`);
  return next ? 1 : 0;
}

type Acceptable = Damage & { reason: Acceptance['damage'] };

function isAcceptable(damage: Damage): damage is Acceptable {
  return damage.reason === 'no-envelope' || damage.reason === 'hash';
}

/** Another operator may append first. */
async function record(log: EventLog, data: Acceptance): Promise<void> {
  for (;;) {
    const { end } = await readAcceptances(log);
    const event = systemEvent(ACCEPTANCES, { type: 'DamageAccepted', data }, end, EVENT_SCHEMA, 'audit-accept');
    try {
      await log.append(ACCEPTANCES, end?.revision ?? NO_STREAM, [event]);
      return;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}
