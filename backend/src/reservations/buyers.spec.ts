import { accountsProjection } from '../customers/accounts/accounts.projection.js';
import { Sealer } from '../event-sourcing/sealer.js';
import type { Vault } from '../stores/vault/vault.js';
import { Buyers } from './buyers.js';

type Given = ConstructorParameters<typeof Buyers>;

describe('what is held of those who reserve', () => {
  const sealer = new Sealer({} as Vault);
  const account = { email: 'ada@example.org', name: 'Ada', customerId: 'cus_1', paymentMethodId: 'pm_1' };
  const current = async (projection: unknown, id: string) =>
    projection === accountsProjection ? account : { profileId: id, accountId: id.replace('of-', '') };
  const latest = { current } as unknown as Given[0];
  const projector = { position: 1, hasStopped: () => false } as unknown as Given[1];
  const streams = { seen: () => 0 } as unknown as Given[2];
  const buyers = new Buyers(latest, projector, streams, { onEvent: () => undefined } as never, sealer, () => 0);
  const isHeld = (who: string) => !(buyers.of(who, `of-${who}`) instanceof Promise);

  it('goes at once when another thread erases the person, account and profile, and nobody else’s', async () => {
    for (const who of ['ada', 'ben']) await buyers.of(who, `of-${who}`);
    expect([isHeld('ada'), isHeld('ben')]).toEqual([true, true]);
    sealer.forget('account-ada');
    expect([isHeld('ada'), isHeld('ben')]).toEqual([false, true]);
  });
});
