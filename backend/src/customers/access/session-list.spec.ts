import { randomUUID } from 'node:crypto';
import { Sessions } from '../../auth/sessions.js';
import type { Commands } from '../../event-sourcing/commands.js';
import type { CommandMetadata } from '../../event-sourcing/decider.js';
import type { Projector } from '../../projections/projector.js';
import type { Reads } from '../../projections/reads.js';
import { SessionList } from './session-list.js';
import { type StaffEvent, staff } from './staff.js';

const ADA = randomUUID();
const [GRANTED, TAKEN, AGAIN] = (['RoleGranted', 'RoleTaken', 'RoleGranted'] as const).map(
  (type): StaffEvent => ({ type, data: { accountId: ADA, role: 'admin' } }),
) as [StaffEvent, StaffEvent, StaffEvent];

function book(read: readonly StaffEvent[] = []) {
  const sessions = new Sessions('a secret of at least thirty-two characters', () => 0);
  const state = async (_decider: unknown, _id: string, { settled }: CommandMetadata) => {
    settled?.(read.length);
    return read.reduce(staff.evolve, staff.initial);
  };
  const reads = { find: async () => [] } as unknown as Reads;
  const commands = { state } as unknown as Commands;
  const list = new SessionList(commands, sessions, reads, {} as Projector, { staffTotpRequired: false }, () => 0);
  const hear = ({ type, data }: StaffEvent, position: number) =>
    list.hear({ category: 'staff', id: 'all', type, data, position, revision: position - 1, at: 0 });
  return { list, hear, isWithheld: () => sessions.withholds(ADA, 'admin') };
}

describe('what a process knows of the staff', () => {
  it('is not undone by older events that come again', () => {
    const { hear, isWithheld } = book();
    hear(GRANTED, 1);
    hear(TAKEN, 2);
    hear(GRANTED, 1);
    expect(isWithheld()).toBe(true);
    hear(TAKEN, 2);
    hear(AGAIN, 3);
    expect(isWithheld()).toBe(false);
  });

  it('is not undone by events before its start', async () => {
    const { list, hear, isWithheld } = book([GRANTED, TAKEN]);
    await list.load();
    hear(GRANTED, 1);
    expect(isWithheld()).toBe(true);
  });

  it('is not undone by a command whose answer comes late', () => {
    const { list, hear, isWithheld } = book();
    hear(GRANTED, 1);
    hear(TAKEN, 2);
    list.staffIs(staff.evolve(staff.initial, GRANTED), 1);
    expect(isWithheld()).toBe(true);
  });
});
