import type { ProjectorFailure } from './announced-folding.js';

const TOLD = '/readyz shows operators the error.';

export const FOLLOWS_NO_MORE = `This process no longer follows the event log. ${TOLD}`;

/** An error's message may hold personal data, so pages never show it. */
export function whyStopped({ cause, eventId, position }: Omit<ProjectorFailure, 'message'>): string {
  const trouble =
    cause === 'event' ? `It cannot process event ${eventId} at position ${position}.` : 'Its store rejected a row.';
  return `${trouble} ${TOLD}`;
}
