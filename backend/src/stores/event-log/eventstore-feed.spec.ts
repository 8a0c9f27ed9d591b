import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { Feed } from './eventstore-feed.js';

describe('the feed of a subscription', () => {
  let stream: PassThrough;
  let feed: Feed<number>;
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockReturnValue(1_000);
    stream = new PassThrough({ objectMode: true });
    feed = new Feed(
      stream,
      async () => undefined,
      (answer) => answer as number,
    );
    feed.live = true;
  });
  afterEach(() => {
    feed.stop();
    jest.restoreAllMocks();
  });

  it('delivers at once what comes first, and together what comes soon after', async () => {
    stream.write(1);
    expect(await feed.next(1_000)).toEqual({ items: [1] });
    stream.write(2);
    const next = feed.next(1_000);
    stream.write(3);
    expect(await next).toEqual({ items: [2, 3] });
  });

  it('lets nobody wait who has to catch up', async () => {
    feed.live = false;
    stream.write(1);
    expect(await feed.next(1_000)).toEqual({ items: [1] });
    stream.write(2);
    const next = feed.next(1_000);
    stream.write(3);
    expect(await next).toEqual({ items: [2] });
  });

  it('lets through what comes after it was let go of, so that the call below ends', async () => {
    const call = Readable.from([1, 2, 3]);
    call.pipe(stream);
    feed.stop();
    await once(call, 'end');
    expect(await feed.next(1_000)).toBe('over');
  });
});
