import type { EventLog, RecordedEvent } from '../stores/event-log/event-log.js';
import {
  type Accepted,
  type Damage,
  damageOf,
  type Link,
  linkAfter,
  placeOf,
  StreamDamaged,
} from '../stores/event-log/stream-integrity.js';
import { ACCEPTANCES, type Acceptances } from './acceptances.js';
import { INSTALLATION, readInstallation } from './installation.js';
import { lastOf } from './reading.js';

const SYSTEM = [ACCEPTANCES, INSTALLATION, 'staff-all'];
const MARKS = 'vault-watermark';

/** @throws UnknownFormat; Error with instructions when a stream is damaged and not accepted */
export async function assertSystemWhole(log: EventLog, acceptances: Acceptances): Promise<void> {
  try {
    await readInstallation(log);
    await acceptances.ask();
    for (const stream of SYSTEM) {
      const found = await firstDamage(log, stream, acceptances);
      if (found) throw new StreamDamaged(found.damage);
    }
    const last = await lastOf(log, MARKS);
    if (!last && (await log.wasCut(MARKS)))
      throw new StreamDamaged({ stream: MARKS, revision: 0, reason: 'beginning' });
    if (last?.isForeign && !acceptances.has(placeOf(last))) {
      throw new StreamDamaged({ stream: MARKS, revision: last.revision, reason: 'no-envelope' });
    }
  } catch (error) {
    if (!(error instanceof StreamDamaged)) throw error;
    throw new Error(`The event log cannot be used: ${error.message}. ${wayOn(error.damage)}`, { cause: error });
  }
}

export async function firstDamage(
  log: EventLog,
  stream: string,
  accepted: Accepted,
): Promise<{ damage: Damage; event?: RecordedEvent } | undefined> {
  let end: Link | undefined;
  try {
    for await (const event of log.readStream(stream)) {
      const damage = damageOf(end, event, accepted);
      if (damage) return { damage, event };
      end = linkAfter(end, event);
    }
  } catch (error) {
    if (error instanceof StreamDamaged) return { damage: error.damage };
    throw error;
  }
  if (end || !(await log.wasCut(stream))) return undefined;
  return { damage: { stream, revision: 0, reason: 'beginning' } };
}

export function wayOn({ stream, revision, reason }: Damage): string {
  const where = 'docs/operations.md, "A damaged stream"';
  if (reason === 'deleted') return `Restore a backup of the log (${where}).`;
  if (reason === 'no-envelope' || reason === 'hash') {
    return `Find out who wrote the event. Then restore a backup, or skip the event: npm run audit -- accept ${stream} ${revision} (${where}).`;
  }
  return `Remove $tb, $maxCount and $maxAge from the metadata of ${stream}, or restore a backup of the log (${where}).`;
}
