import type { ProjectorFailure } from './projector.js';

const TOLD = '/readyz shows operators the error.';

/** Of a process that no longer follows the log: pages show its error no more than a projection's. */
export const FOLLOWS_NO_MORE = `This process no longer follows the event log. ${TOLD}`;

/** What pages may show of why a projection has stopped: the error's own message may hold anything, also personal data. */
export function whyStopped({ cause, eventId, position }: Omit<ProjectorFailure, 'message'>): string {
  const trouble =
    cause === 'event' ? `It cannot process event ${eventId} at position ${position}.` : 'Its store rejected a row.';
  return `${trouble} ${TOLD}`;
}
