import type { Position } from '../event-log/event-log.js';
import type { Checkpoint } from '../event-log/log-identity.js';

/** Stored among the rows, so that both are dropped together; row ids are text. */
export const CHECKPOINT = { _id: 0 as never };

const DIGITS = 16;

export type Move = ReturnType<typeof moveTo>;

export const BUILD = '_build';

export function ofBuild(build: string | null) {
  return { ...CHECKPOINT, [BUILD]: build };
}

export function moveTo(position: Position, event: string | undefined) {
  const named = event === undefined ? {} : { _event: `${String(position).padStart(DIGITS, '0')} ${event}` };
  return { $max: { _position: position, ...named } };
}

export function toCheckpoint(stored: Readonly<Record<string, unknown>> | null): Checkpoint {
  const position = Number(stored?._position ?? 0);
  const [at, event] = String(stored?._event ?? '').split(' ');
  return { position, event: event !== undefined && Number(at) === position ? event : null };
}
