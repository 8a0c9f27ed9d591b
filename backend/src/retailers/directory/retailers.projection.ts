import { type JobChange, jobRule } from '../../jobs/jobs.projection.js';
import { projection } from '../../projections/projection.js';
import { type RetailerEvent, type RetailerState, retailer } from './retailer-record.js';

export interface RetailerDoc extends RetailerState {
  id: string;
  name: string;
}

export const retailersProjection = projection<RetailerDoc, RetailerEvent>({
  name: 'retailers',
  version: 3,
  indexes: [['name']],
  categories: ['retailer'],
  idsOf: ({ id }) => [id],
  evolve: (document, event) => {
    const { facts, revision, discovered, agreedHash, agreedOrigin, isEnded } = retailer.evolve(
      document ?? retailer.initial,
      event,
    );
    return { id: event.id, name: facts?.name ?? '', facts, revision, discovered, agreedHash, agreedOrigin, isEnded };
  },
});

export const DISCOVER = 'discover-retailer';
/** ms between two looks at what a shop says of itself */
export const WATCHED_EVERY = 24 * 3_600_000;

export const retailersDue = jobRule<RetailerEvent>(['retailer'], (event): readonly JobChange[] => {
  const { id, at } = event;
  switch (event.type) {
    case 'RetailerConfigured':
      return event.data.protocol === 'own' ? [] : [{ kind: DISCOVER, id, dueAt: at }];
    case 'RetailerDiscovered':
      return [{ kind: DISCOVER, id, dueAt: at + WATCHED_EVERY }];
    case 'RetailerEnded':
      return [{ kind: DISCOVER, id, done: true }];
    default:
      return [];
  }
});
