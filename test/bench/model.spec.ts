import { type Rush, rushOn } from './lots.js';
import { type Costs, costsIn, model, needsOf } from './model.js';
import type { Kept } from './results.js';

const COSTS: Costs = {
  answering: 0.35,
  stream: 7_000,
  order: 4.2,
  stored: 32,
  appends: 10,
  calls: 28,
  latency: 60,
};

function measured(): Kept[] {
  const row = (name: string, value: number, p50: number | null = null): Kept => {
    return { name, value, unit: '', p50, p99: null, bare: null, ratio: null };
  };
  return [
    row("the answering thread's processor time per reservation", 350),
    row('reservations of one hot product', 2_000),
    row("decisions on one product's stream", 7_000),
    row('emulators: our processor time per order, fees and mails included', 4.2),
    row('disk of log by order, 100,000 orders', 16),
    row('disk of vault by order, 100,000 orders', 1),
    row('disk of read-models by order, 100,000 orders', 15),
    row('1 serving, hot product, by product: appends per 1,000', 10),
    row('1 serving, hot product, by product: processor time per reservation', 0.35),
    row('2 serving, 50 products, by product', 1_500),
    row('2 serving, 50 products, by product: processor time per reservation', 1),
    row('emulators:   log: append, per order', 9),
    row('emulators:   read-models: write, per order', 19),
    row('emulators: appends, 128 in flight', 2_000, 60),
  ];
}

describe('the model of capacity', () => {
  it('takes its costs from the rows of a results file', () => {
    expect(costsIn(measured())).toEqual(COSTS);
  });

  it('names the row that a results file lacks', () => {
    const without = (end: RegExp) => costsIn(measured().filter(({ name }) => !end.test(name)));
    const stream = 'has no row "decisions on one product\'s stream": npm run bench measures it';
    expect(() => without(/stream$/)).toThrow(stream);
    expect(() => without(/, per order$/)).toThrow('has no row "emulators: ..., per order"');
  });

  it('fits one process and one lot where a thread answers the rush in seven tenths of its time', () => {
    const drop = { shoppers: 120_000, within: 60, slots: 6_000 };
    expect(needsOf(drop, COSTS)).toEqual({
      rate: 2_000,
      api: 1,
      lots: 1,
      followers: 1,
      appends: 1,
      calls: 280,
      gigabytes: (6_000 * 32) / 2 ** 20,
    });
    expect(needsOf({ ...drop, shoppers: 120_001 }, COSTS)).toMatchObject({ api: 2, lots: 2 });
  });

  it('deals one product over lots where its stream decides less than the processes answer', () => {
    const costs = { ...COSTS, stream: 1_000 };
    expect(needsOf({ shoppers: 120_000, within: 60, slots: 6_000 }, costs)).toMatchObject({ api: 1, lots: 3 });
  });

  it('is printed beside what was measured of one and of two processes', () => {
    const rows = model(measured());
    const of = (start: string) => rows.filter(({ name }) => name.startsWith(start));
    expect(of('model: ').map(({ name, value, bare }) => [name, Math.round(value), bare])).toEqual([
      ['model: reservations of one process, embedded', 2_857, 2_000],
      ['model: 2 serving, 50 products, by product', 2_000, 1_500],
    ]);
    const drop = '1,000,000 shoppers in 60 s for 50,000 slots: ';
    expect(of(drop).map(({ name, value }) => [name.slice(drop.length), Math.round(value)])).toEqual([
      ['reservations/s', 16_667],
      ['api processes', 9],
      ['lots', 9],
      ['followers, so that all is settled in 10 minutes', 1],
      ['appends/s in the rush', 8],
      ['calls/s of the stores, so that all is settled in 10 minutes', 2_333],
      ['GB a day, with one such drop a day', 2],
    ]);
    expect(of('simulated: ').map(({ must }) => must?.[1])).toEqual([true, true, true, true]);
  });
});

describe('a drop dealt over lots', () => {
  const RUSH: Rush = {
    shoppers: 4_000,
    within: 1_000,
    slots: 500,
    lots: 8,
    seed: 1,
    decision: 70,
    append: 20,
    trouble: 0.2,
  };
  const seeds = Array.from({ length: 50 }, (_, index) => index + 1);

  it('sells every slot once and answers everybody, whatever comes twice', () => {
    for (const seed of seeds) {
      expect(rushOn({ ...RUSH, seed })).toMatchObject({ sold: 500, refused: 3_500, most: 500 });
    }
  });

  it('sells all that is wanted where there are more slots than shoppers', () => {
    expect(rushOn({ ...RUSH, slots: 5_000 })).toMatchObject({ sold: 4_000, refused: 0 });
  });

  it('is seen to oversell where a taking that comes again counts again', () => {
    const sold = seeds.map((seed) => rushOn({ ...RUSH, seed, isOnce: false }).most);
    expect(Math.max(...sold)).toBeGreaterThan(500);
  });

  it('is answered sooner by more lots', () => {
    const [one, two, eight] = [1, 2, 8].map((lots) => rushOn({ ...RUSH, shoppers: 40_000, lots, trouble: 0 }).ms);
    expect([one, two, eight]).toEqual([one, two, eight].sort((a = 0, b = 0) => b - a));
    expect((one ?? 0) / (eight ?? 1)).toBeGreaterThan(2);
  });
});
