import { unreachable } from '../platform/decider.js';
import { type DueChange, dueRule } from '../platform/due/due.projection.js';
import type { LossEvent, LostRecord } from './loss.js';

export const SETTLE_LOSS = 'settle-loss';
const PROFILE = 'profile-';

/** Who was lost is forgotten wherever they are; profiles forget the cards and codes that were. Nothing else waits on a record. */
export const lossDue = dueRule<LossEvent>(['loss'], (event): readonly DueChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'LossAccepted': {
      const ofProfiles = event.data.records.filter(({ stream }) => stream.startsWith(PROFILE));
      const lost = [...event.data.subjects, ...ofProfiles.map(nameOf)];
      return lost.map((one) => ({ kind: SETTLE_LOSS, id: rowOf(id, one), dueAt: event.at }));
    }
    case 'LossSettled':
      return [{ kind: SETTLE_LOSS, id: rowOf(id, event.data.lost), done: true }];
    default:
      return unreachable(event);
  }
});

function nameOf({ kind, record, stream }: LostRecord): string {
  return `${kind}:${record}:${stream.slice(PROFILE.length)}`;
}

function rowOf(lossId: string, lost: string): string {
  return `${lossId}/${lost}`;
}

export function lossOfRow(row: string): { lossId: string; lost: string } {
  const cut = row.indexOf('/');
  return { lossId: row.slice(0, cut), lost: row.slice(cut + 1) };
}
