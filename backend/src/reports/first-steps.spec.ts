import type { Config } from '../config/config.js';
import type { Commands } from '../event-sourcing/commands.js';
import type { Reads } from '../projections/reads.js';
import { FirstSteps } from './first-steps.js';

const NOTHING = { retailer: { url: null }, stripe: { secretKey: null }, smtpUrl: null };
const ALL = { retailer: { url: 'https://shop.test' }, stripe: { secretKey: 'sk' }, smtpUrl: 'smtp://mail.test' };

interface Given {
  config?: object;
  products?: number;
  releases?: number;
  members?: readonly string[];
}

function stepsOf({ config = NOTHING, products = 0, releases = 0, members = ['ada'] }: Given) {
  const count = async ({ name }: { name: string }) => (name === 'reports' ? releases : products);
  const state = async () => ({ members: members.map((accountId) => ({ accountId, role: 'admin', here: true })) });
  const service = new FirstSteps(
    { count } as unknown as Reads,
    { state } as unknown as Commands,
    config as unknown as Config,
  );
  return service.current();
}

const done = async (given: Given) => (await stepsOf(given))?.filter(({ isDone }) => isDone).map(({ step }) => step);

describe('the first steps of an installation', () => {
  it('are all open while nothing is there', async () => {
    expect(await done({})).toEqual([]);
    expect((await stepsOf({}))?.map(({ step }) => step)).toEqual(['product', 'retailer', 'payments', 'mail', 'staff']);
  });
  it('are done once the data exists', async () => {
    expect(await done({ products: 1 })).toEqual(['product']);
    expect(await done({ config: ALL })).toEqual(['retailer', 'payments', 'mail']);
    expect(await done({ members: ['ada', 'ada'] })).toEqual([]);
    expect(await done({ members: ['ada', 'bea'] })).toEqual(['staff']);
  });
  it('disappear once all are done, or a drop was released', async () => {
    expect(await stepsOf({ config: ALL, products: 1, members: ['ada', 'bea'] })).toBeNull();
    expect(await stepsOf({ releases: 1 })).toBeNull();
  });
});
