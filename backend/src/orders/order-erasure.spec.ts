import { closed, fold, ID, placed, refusedAtRetailer } from '@supreme-access/test/fixtures/order.js';
import { escalated, payable, startedByToken } from '@supreme-access/test/fixtures/order-tokens.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { Sealer } from '../event-sourcing/sealer.js';
import type { Mailing } from '../mail/mailing.js';
import type { Reads } from '../projections/reads.js';
import type { Vault } from '../stores/vault/vault.js';
import { OrderErasure } from './order-erasure.js';
import type { Orders } from './orders.js';

it("an erased person's link of a shop goes with them, also where its session goes on", async () => {
  const state = fold(placed(payable), startedByToken(), escalated(), refusedAtRetailer('closed', null), closed());
  const commands = { state: async () => state, execute: async () => undefined } as unknown as Commands;
  const erased: string[] = [];
  const vault = { erase: async (kind: string, record: string) => void erased.push(`${kind}/${record}`) };
  const mailing = { forget: async () => undefined } as unknown as Mailing;
  const erasure = new OrderErasure(
    commands,
    {} as Orders,
    mailing,
    {} as Reads,
    vault as unknown as Vault,
    {} as Sealer,
  );
  await erasure.eraseOrder(ID, {} as never);
  expect(erased).toContain('link/link-1');
});
