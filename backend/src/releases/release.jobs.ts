import type { ProductEvent, ProductFacts } from '../catalogue/products/product.js';
import { unreachable } from '../event-sourcing/decider.js';
import { type JobChange, jobRule } from '../jobs/jobs.projection.js';

export const START_RELEASE = 'start-release';
export const ASK_CODES = 'ask-codes';
export const RUN_RELEASE = 'run-release';
export const CANCEL_DROP = 'cancel-drop';
export const TELL_HOLDERS = 'tell-holders';

export const releaseDue = jobRule<ProductEvent>(['product'], (event): readonly JobChange[] => {
  const { id } = event;
  switch (event.type) {
    case 'ProductCreated':
      return startAt(id, event.data.releaseAt, event.at);
    case 'ProductEdited':
      return edited(id, event.data.changes, event.at);
    case 'HoldersTold':
      return [{ kind: TELL_HOLDERS, id, done: true }];
    case 'ProductDelisted':
      return neverStarts(id);
    case 'ReleaseStarted':
      return [
        ...neverStarts(id),
        { kind: TELL_HOLDERS, id, done: true },
        { kind: RUN_RELEASE, id, dueAt: event.data.startedAt },
      ];
    case 'ReleaseFinished':
      return [
        { kind: RUN_RELEASE, id, done: true },
        { kind: CANCEL_DROP, id, done: true },
      ];
    case 'DropCancelled':
      return [...neverStarts(id), { kind: TELL_HOLDERS, id, done: true }, { kind: CANCEL_DROP, id, dueAt: event.at }];
    case 'SlotReserved':
    case 'SlotReleased':
    case 'ReservationVoided':
    case 'WaitlistJoined':
    case 'WaitlistLeft':
    case 'SlotOffered':
    case 'OfferLapsed':
      return [];
    default:
      return unreachable(event);
  }
});

function edited(id: string, { releaseAt, retailPrice }: Partial<ProductFacts>, now: number): readonly JobChange[] {
  const news = { kind: TELL_HOLDERS, id, dueAt: now };
  if (releaseAt !== undefined) return [...startAt(id, releaseAt, now), news];
  return retailPrice === undefined ? [] : [news];
}

/** ms before the release */
const ASK_AHEAD = 48 * 3_600_000;

function startAt(id: string, releaseAt: number | null, now: number): readonly JobChange[] {
  if (releaseAt === null) return neverStarts(id);
  return [
    { kind: START_RELEASE, id, dueAt: releaseAt },
    // A drop announced later must not count as a late job.
    { kind: ASK_CODES, id, dueAt: Math.max(releaseAt - ASK_AHEAD, now) },
  ];
}

function neverStarts(id: string): readonly JobChange[] {
  return [START_RELEASE, ASK_CODES].map((kind) => ({ kind, id, done: true }));
}
