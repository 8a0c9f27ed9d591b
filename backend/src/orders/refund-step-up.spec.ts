import { metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { StepUp } from '../customers/accounts/step-up.js';
import type { Commands } from '../event-sourcing/commands.js';
import { Refused } from '../event-sourcing/decider.js';
import type { RequestContext } from '../event-sourcing/requester.js';
import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { NEW_ORDER } from './order.js';
import { RefundStepUp } from './refund-step-up.js';

/** Refunds may come to 100.00 an hour. `done`: command ids that the log knows. */
function given() {
  const done = new Set<string>();
  const isDone = async (_: unknown, __: string, { commandId }: { commandId: string }) => done.has(commandId);
  const state = async () => ({ ...NEW_ORDER, charged: { amount: 6_000 } });
  const prove: StepUp['prove'] = async ({ password }) => {
    if (password !== 'right') throw new Refused('password-required', 'forbidden');
    return 'pw-1';
  };
  const limits = new Limits(memoryLimits, 'a secret of the vault');
  const service = new RefundStepUp({ isDone, state } as unknown as Commands, { prove } as StepUp, limits, {
    stepUpRefund: 10_000,
  });
  const refund = async (
    amount: number | null,
    commandId: string,
    more: { password?: string; fails?: boolean; requestHash?: string } = {},
  ) => {
    const { password, fails = false, requestHash = '' } = more;
    const context = {
      metadata: { ...metadata, commandId, requestHash },
      keyed: true,
      session: null,
    } satisfies RequestContext;
    const work = async () => {
      if (fails) throw new Refused('refund-too-large', 'conflict');
      done.add(commandId);
      return 'refunded';
    };
    return service
      .guard('o-1', amount, password ? { password } : {}, context, work)
      .catch((error: Error) => error.message);
  };
  return refund;
}

describe('refunds of an admin', () => {
  it('are free up to a sum an hour, what is left of an order counted as it is', async () => {
    const refund = given();
    expect(await refund(null, 'c-1')).toBe('refunded');
    expect(await refund(4_000, 'c-2')).toBe('refunded');
    expect(await refund(1, 'c-3')).toBe('password-required');
    expect(await refund(1, 'c-4', { password: 'right' })).toBe('refunded');
  });
  it('are counted by the request, not by its key alone: one key may come with many orders', async () => {
    const refund = given();
    expect(
      await Promise.all([refund(1, 'c-1', { requestHash: 'a' }), refund(9_999, 'c-1', { requestHash: 'b' })]),
    ).toEqual(['refunded', 'refunded']);
    expect(await refund(1, 'c-2', { requestHash: 'c' })).toBe('password-required');
  });
  it('are not counted where nothing came of them', async () => {
    const refund = given();
    expect(await refund(20_000, 'c-1')).toBe('password-required');
    expect(await refund(9_000, 'c-2', { fails: true })).toBe('refund-too-large');
    expect(await refund(10_000, 'c-3')).toBe('refunded');
  });
  it('are counted once, however often a request comes', async () => {
    const refund = given();
    expect(await Promise.all([refund(6_000, 'c-1'), refund(6_000, 'c-1')])).toEqual(['refunded', 'refunded']);
    expect(await refund(6_000, 'c-1')).toBe('refunded');
    expect(await refund(4_000, 'c-2')).toBe('refunded');
    expect(await refund(9_000, 'c-1')).toBe('refunded');
  });
  it('do not slip through together', async () => {
    const refund = given();
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => refund(3_000, `c-${n}`)));
    expect(answers.filter((answer) => answer === 'refunded')).toHaveLength(3);
  });
});
