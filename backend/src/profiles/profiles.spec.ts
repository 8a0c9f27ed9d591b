import type { Commands } from '../platform/commands.js';
import { Secrets } from '../platform/secrets.js';
import type { Vault } from '../platform/vault/vault.js';
import type { CardVault } from './card-vault.js';
import { personal, readProfile } from './profile.fixture.js';
import { Profiles } from './profiles.js';

const vault = {
  put: async () => true,
  get: async (_: string, name: string) => (name === 'person' ? { value: 'a secret', createdAt: 0 } : 'absent'),
} as unknown as Vault;

describe('the keys of a profile', () => {
  const read: string[] = [];
  const cards = {
    card: async (record: string) => {
      read.push(record);
      return record === 'card-1' ? readProfile.card : null;
    },
  } as unknown as CardVault;
  const { shipping } = personal;
  let profiles: Profiles;
  beforeEach(async () => {
    read.length = 0;
    profiles = new Profiles({} as Commands, cards, await Secrets.open(vault, ['person']), Date.now);
  });
  const keysOf = (kept: { 1: string; 2: string | null }, cardRecord = 'card-1') =>
    profiles.completed({ personKey: kept[1], personKey2: kept[2], cardRecord, shipping });

  it('are as they were saved, without a look into the vault', async () => {
    expect(await keysOf({ 1: 'first', 2: 'second' })).toEqual({ 1: 'first', 2: 'second' });
    expect(read).toEqual([]);
  });

  it('are computed where they were saved before there was a second, until it is added', async () => {
    const both = profiles.personOf(readProfile.card.number, shipping);
    expect(await keysOf({ 1: both[1], 2: null })).toEqual(both);
  });

  it('are no second one where the card is gone, with which nothing can be bought', async () => {
    expect(await keysOf({ 1: 'first', 2: null }, 'forgotten')).toEqual({ 1: 'first', 2: 'first' });
  });
});
