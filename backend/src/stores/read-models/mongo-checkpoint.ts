import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';

/** The checkpoint lies among the rows, so that it never outlives them; no row has this id, which is no text. */
export const CHECKPOINT = { _id: 0 as never };

/** digits of a position at most */
const DIGITS = 16;

/** an update that moves the checkpoint */
export type Move = ReturnType<typeof moveTo>;

/** What tells a collection from another one that had or will have its name; made with its checkpoint. */
export const BUILD = '_build';

/** Forward only. Position and id of the event are one text that grows with the position: a move that names no event leaves one of before. */
export function moveTo(position: Position, event: string | undefined) {
  const named = event === undefined ? {} : { _event: `${String(position).padStart(DIGITS, '0')} ${event}` };
  return { $max: { _position: position, ...named } };
}

export function toCheckpoint(stored: Readonly<Record<string, unknown>> | null): Checkpoint {
  const position = Number(stored?._position ?? 0);
  const [at, event] = String(stored?._event ?? '').split(' ');
  return { position, event: event !== undefined && Number(at) === position ? event : null };
}
