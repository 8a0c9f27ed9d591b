import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Commands } from '../../event-sourcing/commands.js';
import type { Reads } from '../../projections/reads.js';
import type { Query } from '../../stores/read-models/read-models.js';
import type { CardVault } from './card-vault.js';
import type { EraseProfile } from './profile.js';
import { ProfileErasure } from './profile-erasure.js';

describe('the erasure of somebody who saved and removed three thousand profiles', () => {
  it('reaches each of them', async () => {
    const docs = Array.from({ length: 3_000 }, (_, index) => ({ profileId: `p-${index}`, ownerId: 'ada' }));
    const find = async (_: unknown, { skip = 0, limit = docs.length }: Query) => docs.slice(skip, skip + limit);
    const erased = new Set<string>();
    const state = async () => ({ secrets: [], forgotten: [] });
    const execute = async (_: unknown, { id }: EraseProfile) => void erased.add(id);
    const commands = { state, execute } as unknown as Commands;
    const erasure = new ProfileErasure(commands, { find } as unknown as Reads, {} as CardVault);
    await erasure.erase('ada', metadata);
    expect(erased.size).toBe(docs.length);
  });
});
