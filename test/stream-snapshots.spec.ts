import fc from 'fast-check';
import { type DomainEvent, withoutPersonal } from '../backend/src/platform/decider.js';
import { currentData } from '../backend/src/platform/log/codec.js';
import type { RecordedEvent } from '../backend/src/platform/log/event-log.js';
import { StateOfLines, toLines } from '../backend/src/platform/state-lines.js';
import { EVENT_SCHEMA } from '../backend/src/start/event-schema.js';
import { DECIDERS } from './support/deciders.js';
import { eventSamples } from './support/event-samples.js';

type Evolving = (typeof DECIDERS)[number];
interface Told {
  event: DomainEvent;
  commandId: string;
}
interface Folded {
  state: unknown;
  commands: Map<string, string>;
}

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The same fact of something else: every id in it is another. */
function ofAnother(event: DomainEvent, which: number): DomainEvent {
  const end = String(which).padStart(4, '0');
  return JSON.parse(JSON.stringify(event).replace(IDS, (id) => id.slice(0, -4) + end)) as DomainEvent;
}

function fold({ evolve }: Evolving, from: Folded, told: readonly Told[]): Folded {
  const commands = new Map(from.commands);
  let { state } = from;
  for (const { event, commandId } of told) {
    state = evolve(state, event);
    commands.set(commandId, `hash of ${commandId}`);
  }
  return { state, commands };
}

function written({ state, commands }: Folded, count: number): Folded {
  const read = new StateOfLines();
  const known = { state, commands, revision: 0, position: 0, hash: '', bytes: 0 };
  for (const line of toLines(known, count)) read.read(line);
  return { state: read.state, commands: read.commands };
}

describe('a stream folded from its snapshot and what came after is what is folded from its first event', () => {
  let samples: RecordedEvent[];
  beforeAll(async () => {
    samples = await eventSamples();
  });
  const told = ({ category }: Evolving): fc.Arbitrary<Told[]> => {
    const own = samples
      .filter(({ stream }) => stream.startsWith(`${category}-`))
      .map((sample) => withoutPersonal({ type: sample.type, data: currentData(sample, EVENT_SCHEMA) }));
    const one = fc.tuple(fc.constantFrom(...own), fc.nat(60), fc.nat(400));
    const some = fc.array(one, { maxLength: 150, size: 'max' });
    return some.map((picks) =>
      picks.map(([event, which, command]) => ({ event: ofAnother(event, which), commandId: `command-${command}` })),
    );
  };

  it.each(DECIDERS.map((decider) => [decider.category, decider] as const))('of a %s', (_, decider) => {
    fc.assert(
      fc.property(told(decider), fc.nat(150), (history, cut) => {
        const nothing = { state: decider.initial, commands: new Map<string, string>() };
        const early = fold(decider, nothing, history.slice(0, cut));
        const count = early.commands.size;
        const whole = fold(decider, early, history.slice(cut));
        // The commands of later events are in the same map by the time that it is written.
        const kept = written({ state: early.state, commands: whole.commands }, count);
        expect(kept.commands).toEqual(early.commands);
        expect(fold(decider, kept, history.slice(cut))).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });
});
