import { readAs } from '../../backend/src/platform/http/validation.js';
import { Catalogue } from '../../backend/src/products/catalogue.js';
import { NewProductBody } from '../../backend/src/products/product-form.js';
import { checkAtRest, checkNow } from './checks.js';
import { Dice } from './dice.js';
import { seedEntropy } from './entropy.js';
import { Life, Line, SERVICES } from './line.js';
import { fetchOver } from './network.js';
import { Person } from './person.js';
import { Shopper } from './shopper.js';
import { VirtualTime } from './virtual-time.js';
import { SeededWeather, type Spell } from './weather.js';
import { World } from './world.js';

export interface Outcome {
  seed: number;
  /** of the log: the same for the same seed */
  fingerprint: string;
  events: number;
  findings: string[];
  notes: string[];
}

const START = Date.UTC(2026, 10, 20, 9);
const MINUTE = 60_000;
const RELEASE = 40_000;
const PROMISE = 72 * 60 * MINUTE;

/** One made-up day, from its seed. */
export async function drill(seed: number): Promise<Outcome> {
  const time = VirtualTime.begin(START);
  const release = seedEntropy(String(seed));
  const realFetch = globalThis.fetch;
  try {
    const dice = new Dice(String(seed));
    const weather = new SeededWeather(spells(dice.of('weather')), () => time.lived);
    const world = new World(dice, weather, () => time.lived);
    const fingerprint = await live(world, time);
    const events = world.log.after(0).length;
    return { seed, fingerprint, events, findings: world.findings, notes: world.notes };
  } finally {
    globalThis.fetch = realFetch;
    release();
    time.end();
  }
}

async function live(world: World, time: VirtualTime): Promise<string> {
  const names = ['one', 'two'];
  const dice = world.dice.of('life');
  for (const name of names) await world.start({ name, role: 'all', skew: dice.whole(-2_500, 2_500) });
  const toUs = new Line(world.weather, new Life(), 'stripe', world.dice.of('webhooks'));
  globalThis.fetch = fetchOver(toUs, (request) => world.receive(request, dice));
  await time.pass(5_000, () => world.processes.every((one) => one.serves));
  let isDone = false;
  void day(world, dice).then(() => {
    isDone = true;
  });
  for (let i = 0; i < 40 && !(isDone && time.lived > RELEASE); i += 1) {
    await time.pass(10_000);
    await checkNow(world);
  }
  await time.pass(MINUTE);
  const left = START + RELEASE + PROMISE - Date.now();
  time.jump(left - 20_000);
  await time.pass(1.5 * MINUTE);
  const fingerprint = await checkAtRest(world);
  for (const one of world.processes) one.kill();
  await world.partners.close();
  return fingerprint;
}

async function day(world: World, dice: Dice): Promise<void> {
  const admin = new Person(world, 'admin', 'admin');
  const drop = {
    productTitle: 'Box Hoodie',
    price: 25,
    totalStock: dice.whole(2, 6),
    styles: 'Ink, Fog',
    releaseAt: new Date(START + RELEASE).toISOString(),
    releaseTz: 'UTC',
  };
  const body = readAs(NewProductBody, drop);
  if (!body) throw new Error('no such drop');
  const made = await admin.ask('create', (api, { origin }) => api.get(Catalogue).create(body, origin));
  if (!made) return;
  const shoppers = Array.from({ length: dice.whole(3, 7) }, (_, i) => new Shopper(world, `ada${i}`));
  await Promise.all(
    shoppers.map(async (one) => {
      await one.pause(0, 5_000);
      if (await one.signUp()) await one.reserve(made.productId);
    }),
  );
}

function spells(dice: Dice): Spell[] {
  return SERVICES.flatMap((service) =>
    Array.from({ length: dice.whole(0, 2) }, () => {
      const from = dice.whole(5_000, 100_000);
      const kind = dice.pick(['rough', 'rough', 'away'] as const);
      return { service, kind, from, to: from + dice.whole(1_000, kind === 'away' ? 20_000 : MINUTE) };
    }),
  );
}
