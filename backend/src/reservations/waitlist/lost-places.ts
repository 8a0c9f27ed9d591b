import type { LeftFor } from '../../catalogue/products/waitlist.js';
import { Command, type Decider } from '../../event-sourcing/decider.js';

/** One stream per profile or account that lost its places. */

export type PlacesLost = Exclude<LeftFor, 'left' | 'erased'>;

export type LostPlacesEvent = {
  type: 'PlacesGivenUp';
  data: {
    reason: PlacesLost;
    /** id of the event that removed the profile, account or role */
    cause: string;
  };
};

export class RecordGivenUp extends Command<LostPlacesEvent['data']> {
  readonly type = 'RecordGivenUp';
}
interface LostPlaces {
  causes: readonly string[];
}

export const lostPlaces: Decider<LostPlaces, RecordGivenUp, LostPlacesEvent> = {
  category: 'waiting',
  commands: { RecordGivenUp },
  initial: { causes: [] },
  decide: ({ data }, { causes }) => (causes.includes(data.cause) ? [] : [{ type: 'PlacesGivenUp', data }]),
  evolve: ({ causes }, { data }) => ({ causes: [...causes, data.cause] }),
};

interface Loss extends Pick<LostPlacesEvent['data'], 'reason' | 'cause'> {
  id: string;
}

export function lossIdOf({ reason, id, cause }: Loss): string {
  return `${reason}:${id}:${cause}`;
}

export function lossIn(row: string): Loss {
  const [reason = '', id = '', cause = ''] = row.split(':');
  return { reason: reason as PlacesLost, id, cause };
}
