import { Arrivals } from '@supreme-access/test/support/arrivals.js';
import { giveBackUntried, Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { inRequest, RequestContext, somethingWasTried } from '../telemetry/request-context.js';
import { StoreUnavailable } from '../telemetry/store-unavailable.js';
import { MailBudget } from './mail-budget.js';

const [ADA, HOME] = ['account-ada', '192.0.2.1'];
const TOO_MANY = { code: 'too-many', kind: 'too-many' };

describe('the mails that somebody can cause to a stranger', () => {
  let budget: MailBudget;
  beforeEach(() => {
    budget = new MailBudget(new Limits(memoryLimits, 'a secret of the vault'));
  });
  const spend = async (times: number, by: string[] = [ADA, HOME], to = 'bea@example.com') => {
    for (let n = 0; n < times; n += 1) await budget.spend(to, by);
  };

  it('are ten an hour to one address, by one account or from one network, whichever comes first', async () => {
    await spend(6, [ADA, 'elsewhere-1']);
    await spend(4, [ADA, HOME]);
    await expect(spend(1, [ADA, 'elsewhere-2'])).rejects.toMatchObject(TOO_MANY);
    await spend(6, ['account-cleo', HOME]);
    await expect(spend(1, ['account-dora', HOME])).rejects.toMatchObject(TOO_MANY);
    await expect(spend(1, ['account-dora', 'elsewhere-3'])).resolves.toBeUndefined();
  });

  it('are the same address however it is typed, and another one is another', async () => {
    await spend(5, [ADA], 'Zoe\u0301@Example.com');
    await spend(5, [ADA], '  zo\u00e9@example.COM ');
    await expect(spend(1, [ADA], 'zo\u00e9@example.com')).rejects.toMatchObject(TOO_MANY);
    await expect(spend(1, [ADA], 'zoe@example.com')).resolves.toBeUndefined();
  });

  it('are as many as are sent at once, and none of those that came to nothing', async () => {
    await budget.spend('bea@example.com', [ADA, HOME], 10, 'a-request');
    await budget.giveBack('bea@example.com', [ADA, HOME], 3, 'a-request');
    await spend(3);
    for (const one of [ADA, HOME]) await expect(spend(1, [one])).rejects.toMatchObject(TOO_MANY);
  });

  it('are those of one request, however many copies of it come, and are given back once', async () => {
    const mails = ['bea@example.com', [ADA, HOME], 2, 'a-request'] as const;
    await Promise.all(Array.from({ length: 8 }, () => budget.spend(...mails)));
    await spend(8);
    await Promise.all(Array.from({ length: 8 }, () => budget.giveBack(...mails)));
    await spend(2);
    await expect(spend(1)).rejects.toMatchObject(TOO_MANY);
  });

  it('are counted anew for who comes again under the key of a request that was counted for nothing', async () => {
    const mails = ['bea@example.com', [ADA, HOME], 10, 'a-request'] as const;
    const inOne = (then: () => void) =>
      inRequest(new RequestContext(), async () => {
        await budget.spend(...mails);
        then();
        await giveBackUntried();
      });
    await inOne(() => undefined);
    await inOne(somethingWasTried);
    for (const one of [ADA, HOME]) await expect(spend(1, [one])).rejects.toMatchObject(TOO_MANY);
  });

  it('are counted by a copy with time of its own where the first one’s was over, and waited for no longer than it has', async () => {
    const slow = memoryLimits({ name: 'mails', max: 10, seconds: 3_600 });
    const { consume } = slow;
    const held = new Arrivals<() => void>();
    slow.consume = async (key) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return consume.call(slow, key);
    };
    const goOn = async (n: number) => (await held.until((all) => all[n]))();
    budget = new MailBudget(new Limits(() => slow, 'a secret of the vault'));
    const [first, other] = [new RequestContext(), new RequestContext()];
    const spends = (request: RequestContext) =>
      inRequest(request, () => budget.spend('bea@example.com', [ADA, HOME], 1, 'a-request')).catch((error) => error);
    const [own, copy] = [spends(first), spends(other)];
    first.allow(0);
    await goOn(0);
    expect(await own).toBeInstanceOf(StoreUnavailable);
    await goOn(1);
    expect(await spends(new RequestContext(0))).toBeInstanceOf(StoreUnavailable);
    await goOn(2);
    expect(await copy).toBeUndefined();
  });

  it('are those of one request still, whatever is counted of which no copy can come', async () => {
    const mails = ['bea@example.com', [ADA], 10, 'a-request'] as const;
    await budget.spend(...mails);
    for (let other = 0; other < 10_000; other += 1) await budget.spend(`${other}@example.com`, [HOME]);
    await expect(budget.spend(...mails)).resolves.toBeUndefined();
  });

  it('are not sent where nobody may learn of it, and another error is reported', async () => {
    await spend(9);
    expect([await budget.allows('bea@example.com', [ADA]), await budget.allows('bea@example.com', [ADA])]).toEqual([
      true,
      false,
    ]);
    const away = new Error('the store is away');
    Object.assign(budget, { spend: () => Promise.reject(away) });
    await expect(budget.allows('bea@example.com', [ADA])).rejects.toBe(away);
  });
});
