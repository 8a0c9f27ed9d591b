import { type EventLog, NO_STREAM, type RecordedEvent } from '../../backend/src/stores/event-log/event-log.js';
import { all, aStream, events, ids } from '../fixtures/event-log.js';

export function subscriptionPromises(log: () => EventLog): void {
  it('delivers an empty batch that says it has caught up, then what follows', async () => {
    const stop = new AbortController();
    const subscription = log()
      .subscribe({ after: await log().head(), signal: stop.signal })
      [Symbol.asyncIterator]();
    expect(await subscription.next()).toEqual({ done: false, value: { events: [], caughtUp: true } });
    const [awaited, stream] = [subscription.next(), aStream()];
    await log().append(stream, NO_STREAM, events(1));
    expect(await awaited).toMatchObject({ done: false, value: { events: [{ stream, revision: 0 }] } });
    stop.abort();
    expect(await subscription.next()).toMatchObject({ done: true });
  });

  it('ends at once, without an error, when it is aborted while it waits', async () => {
    const stop = new AbortController();
    const subscription = log()
      .subscribe({ after: await log().head(), signal: stop.signal })
      [Symbol.asyncIterator]();
    await subscription.next();
    const waiting = subscription.next();
    stop.abort();
    expect(await waiting).toMatchObject({ done: true });
  });

  it('gives nothing to one who has already gone', async () => {
    const seen = await all(log().subscribe({ after: 0, signal: AbortSignal.abort() }));
    expect(seen).toEqual([]);
  });

  it('starts after its position and says when it has caught up', async () => {
    const written = events(5);
    await log().append(aStream(), NO_STREAM, written);
    const [, second] = (await all(log().readAll())).slice(-5) as RecordedEvent[];
    const stop = new AbortController();
    const seen: RecordedEvent[] = [];
    for await (const batch of log().subscribe({ after: second?.position ?? 0, signal: stop.signal })) {
      expect(batch.caughtUp || batch.events.length > 0).toBe(true);
      seen.push(...batch.events);
      if (batch.caughtUp) stop.abort();
    }
    expect(ids(seen)).toEqual(ids(written.slice(2)));
  });

  it('starts after any position, also one that no event has', async () => {
    const written = events(2);
    const { position } = await log().append(aStream(), NO_STREAM, written);
    const stop = new AbortController();
    for await (const batch of log().subscribe({ after: position - 1, signal: stop.signal })) {
      expect(ids(batch.events)).toEqual(ids(written.slice(1)));
      stop.abort();
    }
  });

  it('waits past the end, and delivers nothing of what is written before its position', async () => {
    const stop = new AbortController();
    const head = await log().head();
    const received: RecordedEvent[] = [];
    const waiting = (async () => {
      for await (const batch of log().subscribe({ after: head + 100_000, signal: stop.signal }))
        received.push(...batch.events);
    })();
    const [stream, here] = [aStream(), new AbortController()];
    await log().append(stream, NO_STREAM, events(1));
    for await (const batch of log().subscribe({ after: head, signal: here.signal }))
      if (batch.events.length > 0) here.abort();
    stop.abort();
    await waiting;
    expect(received).toEqual([]);
  });

  it('loses nothing for one who is slow', async () => {
    const stream = aStream();
    const stop = new AbortController();
    const subscription = log()
      .subscribe({ after: await log().head(), signal: stop.signal })
      [Symbol.asyncIterator]();
    await subscription.next();
    for (let i = 0; i < 30; i += 1) await log().append(stream, i * 100 - 1, events(100));
    const seen: number[] = [];
    while (seen.length < 3_000) {
      const { value } = await subscription.next();
      seen.push(...value.events.map(({ revision }: RecordedEvent) => revision));
      if (value.caughtUp) expect(seen).toHaveLength(3_000);
    }
    stop.abort();
    expect(seen).toEqual(Array.from({ length: 3_000 }, (_, i) => i));
  });
}
