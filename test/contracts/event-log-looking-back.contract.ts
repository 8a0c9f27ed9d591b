import { type EventLog, NO_STREAM, type RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { aStream, events, ids } from '../fixtures/event-log.js';

export function lookingBackPromises(log: () => EventLog): void {
  it('gives the latest events first, and goes on before what was reached', async () => {
    const written = events(7);
    await log().append(aStream(), NO_STREAM, written.slice(0, 3));
    await log().append(aStream(), NO_STREAM, written.slice(3));
    const looked: RecordedEvent[] = [];
    let before: number | undefined;
    while (looked.length < written.length) {
      const page = await log().lookBack({ count: 2, ...(before === undefined ? {} : { before }) });
      expect(page.passed).toBeGreaterThanOrEqual(2);
      looked.push(...page.events);
      if (page.reached === null) break;
      before = page.reached;
    }
    expect(ids(looked).slice(0, written.length)).toEqual(ids(written).reverse());
  });

  it('begins before a position, whatever was appended in one go with it', async () => {
    const written = events(3);
    const { position } = await log().append(aStream(), NO_STREAM, written);
    const { events: looked } = await log().lookBack({ before: position, count: 2 });
    expect(ids(looked).slice(0, 2)).toEqual(ids(written.slice(0, 2)).reverse());
  });

  it('leaves out none that mentions what is asked for, and says how far it looked', async () => {
    const stream = aStream();
    const [wanted, ...others] = [...events(1, { note: 'needle "in" a\nhaystack' }), ...events(40)];
    await log().append(stream, NO_STREAM, wanted ? [wanted] : []);
    for (const other of others) await log().append(aStream(), NO_STREAM, [other]);
    const options = { count: 41, mentions: [stream, 'needle "in" a\nhaystack'] };
    const { events: looked, passed } = await log().lookBack(options);
    expect(passed).toBe(41);
    expect(ids(looked)).toContain(wanted?.id);
  });

  it('ends at the first event', async () => {
    await log().append(aStream(), NO_STREAM, events(1));
    let before: number | undefined;
    let looked = 0;
    for (let reached: number | null = 0; reached !== null; before = reached ?? undefined) {
      const page = await log().lookBack({ count: 500, ...(before === undefined ? {} : { before }) });
      looked += page.passed;
      reached = page.reached;
    }
    let whole = 0;
    for await (const _ of log().readAll()) whole += 1;
    expect(looked).toBe(whole);
  });

  it('finds an event by its position, and none where there is none', async () => {
    const [stream, written] = [aStream(), events(3)];
    const { position } = await log().append(stream, NO_STREAM, written);
    expect(await log().at(position)).toMatchObject({ stream, revision: 2, position, id: written[2]?.id });
    expect(await log().at(0)).toBeUndefined();
    expect(await log().at(position + 100_000)).toBeUndefined();
  });
}
