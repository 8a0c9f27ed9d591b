import { AT, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { folded, recorded } from '@supreme-access/test/fixtures/recorded.js';
import type { Commands } from '../../event-sourcing/commands.js';
import { jobsProjection } from '../../jobs/jobs.projection.js';
import type { Reads } from '../../projections/reads.js';
import { GiveUpPlaces } from './give-up-places.worker.js';
import { type LostPlacesEvent, lossIn, lostPlaces, RecordGivenUp } from './lost-places.js';
import { GIVE_UP_PLACES, lostPlacesDue } from './waitlist.jobs.js';

const due = jobsProjection([lostPlacesDue]);
const { given } = decisions(lostPlaces);
const givenUp: LostPlacesEvent = { type: 'PlacesGivenUp', data: { reason: 'profile-removed', cause: 'event-1' } };
const record = new RecordGivenUp('profile-1', givenUp.data, metadata);

describe('places that are given up', () => {
  it('are recorded once for what took their ground', () => given().when(record).makesOnce(givenUp));
  it('are recorded again when it goes once more', () => {
    const again: LostPlacesEvent = { type: 'PlacesGivenUp', data: { ...givenUp.data, cause: 'event-2' } };
    given(givenUp)
      .when(new RecordGivenUp('profile-1', again.data, metadata))
      .makes(again);
  });
});

describe('what takes the ground of places', () => {
  it.each([
    ['a profile that is removed', 'profile-p1', { type: 'ProfileRemoved', data: { secrets: [] } }, 'profile-removed'],
    ['a lock', 'account-a1', { type: 'AccountLocked', data: { tokenVersion: 2, reason: 'x' } }, 'account-locked'],
    [
      'a role that is taken',
      'staff-all',
      { type: 'RoleTaken', data: { accountId: 'a1', role: 'auditor' } },
      'role-taken',
    ],
  ])('makes giving them up due at once: %s', async (_, stream, event, reason) => {
    const events = recorded(stream, [event]);
    const [row] = await folded(due, [events]);
    expect(row).toMatchObject({ kind: GIVE_UP_PLACES, dueAt: AT, attempt: 0 });
    const loss = lossIn(row?.id ?? '');
    expect(loss).toEqual({
      reason,
      id: event.type === 'RoleTaken' ? 'a1' : stream.split('-')[1],
      cause: events[0]?.eventId,
    });
    const done = { type: 'PlacesGivenUp', data: { reason, cause: loss.cause } };
    const later = recorded(`waiting-${loss.id}`, [done]).map((one) => ({ ...one, position: 10 }));
    expect(await folded(due, [events, later])).toEqual([]);
  });
});

it('leaves a place that was joined after a lock was lifted', async () => {
  const made: unknown[] = [];
  const execute = async (_: unknown, { id, data }: { id: string; data: object }) => void made.push([id, data]);
  const place = { accountId: 'a1', profileId: 'p1' };
  const places = [
    { ...place, productId: 'before', joinedAt: AT - 1 },
    { ...place, productId: 'after', joinedAt: AT + 60_000 },
  ];
  const find = async (_: unknown, { where }: { where: { joinedAt?: { lte: number } } }) =>
    places.filter(({ joinedAt }) => joinedAt <= (where.joinedAt?.lte ?? joinedAt));
  const worker = new GiveUpPlaces({ execute } as unknown as Commands, { find } as unknown as Reads);
  const row = { kind: GIVE_UP_PLACES, id: 'account-locked:a1:event-1', dueAt: AT, attempt: 0, cause: 'event-1' };
  await worker.work({ ...row, since: AT }).catch(() => undefined);
  const reason = 'account-locked';
  expect(made).toEqual([
    ['before', { ...place, reason }],
    ['a1', { reason, cause: 'event-1' }],
  ]);
});
