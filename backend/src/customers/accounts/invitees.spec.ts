import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import type { Commands } from '../../event-sourcing/commands.js';
import type { Sealer } from '../../event-sourcing/sealer.js';
import type { Mailing } from '../../mail/mailing.js';
import type { Reads } from '../../projections/reads.js';
import type { Accounts } from './accounts.js';
import { Invitees } from './forgetting.worker.js';

it('an invitee is forgotten with a mail that was being sent while the erasure was recorded', async () => {
  const copies = new Set(['invitation-i-1']);
  const sent = async () => {
    copies.add('invitation-i-1');
    return { position: 7 };
  };
  const invitees = new Invitees(
    { execute: sent } as unknown as Commands,
    {} as Reads,
    {} as Accounts,
    { forget: async (about: string) => void copies.delete(about) } as unknown as Mailing,
    { erase: async () => undefined } as unknown as Sealer,
  );
  expect(await invitees.forget('i-1', workerMetadata('spec'))).toBe(7);
  expect([...copies]).toEqual([]);
});
