import type { ProjectorFailure } from './projector.js';

/** What pages may show of why a projection has stopped: the error's own message may hold anything, also personal data. */
export function whyStopped({ cause, eventId, position }: Omit<ProjectorFailure, 'message'>): string {
  const trouble =
    cause === 'event'
      ? `It cannot take the event ${eventId} at position ${position}.`
      : 'Its store did not take a row.';
  return `${trouble} /readyz tells operators the error.`;
}
