/** How a partner answers, as measured or assumed. */
export interface Pace {
  /** ms; at least one */
  took: readonly number[];
  /** starts a second; null: the places alone bound them */
  perSecond: number | null;
  /** at once: in the beginning, and at most */
  places: readonly [now: number, most: number];
}

export interface Drop {
  slots: number;
  /** slots of as many drops that start at the same time at the same retailer */
  beside: { slots: number; drops: number };
  /** of all slots, those that a fee comes of */
  charged: number;
  /** ms after the release */
  beginsAfter: number;
  /** claims a second of our own */
  claims: number;
  retailer: Pace;
  stripe: Pace;
  /** from 0 to 1 */
  seed: number;
}

export interface Played {
  /** ms after the release */
  firstAfter: number;
  lastAfter: number;
  /** the last fee; the last purchase where none is due */
  chargedAfter: number;
  /** attempts a second; null: there is one */
  perSecond: number | null;
  bound: 'retailer' | 'server';
  feesBound: 'stripe' | 'checkouts';
}

interface Served {
  starts: readonly number[];
  ends: readonly number[];
}
interface Answer {
  at: number;
  isLast: boolean;
}

/** a cart and its submission; an intent and its confirmation. Each answer may raise the limit. */
const CALLS = 2;
/** Its multiples spread evenly from 0 to 1: https://oeis.org/A094214 */
const GOLDEN = 0.618_033_988_749_895;

/** Plays a release in virtual time: orders in turn, each where the partner has a place. `drop.slots`: at least one */
export function play(drop: Drop): Played {
  const { slots, beside, beginsAfter, seed } = drop;
  const all = slots + beside.slots;
  const claims = Array.from({ length: all }, (_, index) => beginsAfter + (index * 1_000) / drop.claims);
  const { starts, ends } = serve(claims, drop.retailer, seed);
  // The releases of one retailer take places in turn.
  const last = slots - 1 + Math.min(beside.slots, slots * beside.drops);
  const [firstAfter = 0, lastAfter = 0, claimed = 0] = [starts[0], starts[last], claims[last]];
  const bought = ends.toSorted((a, b) => a - b).slice(all - drop.charged);
  const fees = serve(bought, drop.stripe, seed);
  const [arrived, charging] = [bought.at(-1) ?? 0, fees.starts.at(-1) ?? 0];
  return {
    firstAfter,
    lastAfter,
    chargedAfter: greatest(fees.ends.length > 0 ? fees.ends : ends),
    perSecond: last === 0 ? null : (last * 1_000) / (lastAfter - firstAfter),
    bound: lastAfter - claimed > claimed - beginsAfter ? 'retailer' : 'server',
    feesBound: charging - arrived > arrived - beginsAfter ? 'stripe' : 'checkouts',
  };
}

/** First come, first served, within a limit that grows as PartnerLimit does. `arrivals`: ms, ascending */
export function serve(arrivals: readonly number[], pace: Pace, seed: number): Served {
  const { took, perSecond, places } = pace;
  const gap = perSecond === null ? 0 : 1_000 / perSecond;
  const answers: Answer[] = [];
  let [room, underWay, before] = [places[0], 0, Number.NEGATIVE_INFINITY];
  const hear = (): number => {
    const answer = answers.shift();
    if (!answer) throw new Error('nothing is under way');
    if (underWay >= room) room = Math.min(places[1], room + 1);
    if (answer.isLast) underWay -= 1;
    return answer.at;
  };
  // Whoever waits is let in by one answer before the next, also of the same ms.
  const isHeard = (at: number) => answers[0] !== undefined && answers[0].at < at;
  const ends: number[] = [];
  const starts = arrivals.map((arrival, index) => {
    let at = Math.max(arrival, before + gap);
    while (isHeard(at)) hear();
    while (underWay >= room) at = Math.max(at, hear());
    const ms = took[Math.floor(((seed + index * GOLDEN) % 1) * took.length)] ?? 0;
    for (let call = 1; call <= CALLS; call += 1) {
      insert(answers, { at: at + (ms * call) / CALLS, isLast: call === CALLS });
    }
    underWay += 1;
    before = at;
    ends.push(at + ms);
    return at;
  });
  return { starts, ends };
}

function insert(answers: Answer[], answer: Answer): void {
  answers.splice(answers.findLastIndex(({ at }) => at <= answer.at) + 1, 0, answer);
}

function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
