import { jest } from '@jest/globals';
import { events } from '@supreme-access/test/fixtures/event-log.js';
import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import { NO_STREAM } from '../stores/event-log/event-log.js';
import { currentRequest, inRequest, RequestContext } from '../telemetry/request-context.js';
import { LogReplaced, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { guardedLog, LogWatch } from './log-watch.js';

describe('the log under a running process', () => {
  let log: PutBackLog;
  let reconnected: number;
  let said: string[];
  let watch: LogWatch;
  beforeEach(async () => {
    jest.useFakeTimers();
    [log, reconnected, said] = [new PutBackLog(), 0, []];
    watch = new LogWatch(log, 'ours', {
      reconnect: async () => {
        reconnected += 1;
      },
      onReplaced: (reason) => said.push(reason),
    });
    const [before, last] = [await log.happen(2), await log.happen()];
    watch.note(before);
    watch.note(last);
  });
  afterEach(() => {
    watch.stop();
    jest.useRealTimers();
  });
  const status = () => ({ isTrusted: watch.isTrusted, replaced: watch.replaced });
  const ours = { isTrusted: true, replaced: null };
  const text = (why: string) =>
    `The event log is not the one that this process knows: ${why}. Nothing is written, checked out, charged or mailed any more. Stop every ` +
    'process, put back the stores that belong together (docs/operations.md, "Restore"), and start again.';

  it('is the one that it was, also once it has grown, and where an event has gone from its middle', async () => {
    await watch.compare();
    await log.happen(2);
    await watch.compare();
    log.scavenge(30);
    await watch.compare();
    expect(status()).toEqual(ours);
  });

  it('is replaced at once by one with another event in its place', async () => {
    await log.replace();
    await watch.compare();
    const replaced = text('it has another event at position 30 than was there before');
    expect([status(), said, reconnected]).toEqual([{ isTrusted: false, replaced }, [replaced], 0]);
    expect(() => watch.assertOurs()).toThrow(LogReplaced);
  });

  it('is believed to end too early ten seconds later, over another connection, and is looked at each second until then', async () => {
    log.cut(2);
    await watch.compare();
    expect(status()).toEqual({ isTrusted: false, replaced: null });
    const pending = watch.trusted().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(9_999);
    expect([status(), reconnected]).toEqual([{ isTrusted: false, replaced: null }, 0]);
    const { looks } = log;
    await jest.advanceTimersByTimeAsync(2);
    const replaced = text('it ends at position 20 and lacks the event at position 30');
    expect([status(), said, reconnected]).toEqual([{ isTrusted: false, replaced }, [replaced], 1]);
    expect(await pending).toEqual(new LogReplaced(replaced));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log.looks - looks).toBe(1);
  });

  it('is replaced as well when it has grown beyond that meanwhile', async () => {
    log.cut(2);
    await watch.compare();
    await log.happen(5);
    log.scavenge(30);
    await jest.advanceTimersByTimeAsync(10_001);
    expect(watch.replaced).toContain('lacks the event at position 30');
  });

  it('is replaced as well when it was put back and has grown beyond that before anybody looked', async () => {
    log.cut(2);
    await log.happen(5);
    log.hide(30);
    await watch.compare();
    expect(watch.isTrusted).toBe(false);
    await jest.advanceTimersByTimeAsync(10_001);
    expect([watch.replaced, reconnected]).toEqual([
      text('it ends at position 70 and lacks the event at position 30'),
      1,
    ]);
  });

  it.each(['is looked at', 'does not answer'])('is not known by what is seen in it while it %s', async (how) => {
    log.cut(2);
    const { id, stream } = await log.happen(5);
    log.hide(30);
    log.trouble = how === 'is looked at' ? null : new StoreUnavailable('away');
    const looking = watch.compare();
    if (log.trouble) await looking;
    watch.note({ position: 70, id, stream });
    await looking;
    log.trouble = null;
    await watch.compare();
    await jest.advanceTimersByTimeAsync(10_001);
    expect(watch.replaced).toContain('lacks the event at position 30');
  });

  it('is known by what was seen meanwhile once it is known to be the same', async () => {
    const looking = watch.compare();
    watch.note(await log.happen());
    expect(watch.position).toBe(30);
    await looking;
    expect(watch.position).toBe(40);
  });

  it('is known by its end at the start', async () => {
    const started = new LogWatch(log, 'ours', { believedAfter: 0 });
    await started.noteEnd();
    expect(started.position).toBe(30);
    await log.replace();
    await started.compare();
    expect(started.isTrusted).toBe(false);
  });

  it('is looked at each second where it does not answer once it would be believed', async () => {
    log.cut(2);
    await watch.compare();
    log.trouble = new StoreUnavailable('away');
    await jest.advanceTimersByTimeAsync(10_001);
    const before = reconnected;
    await jest.advanceTimersByTimeAsync(5_000);
    expect([before, reconnected]).toEqual([1, 6]);
  });

  it('is compared for longer than the request has that began it', async () => {
    log.cut(2);
    const context = new RequestContext(1);
    let begunIn: unknown = context;
    log.onLook = async () => {
      begunIn = currentRequest();
    };
    await inRequest(context, () => watch.compare());
    expect(begunIn).toBeUndefined();
  });

  it('is trusted again as soon as the event is there after all', async () => {
    const putBack = log.cut(2);
    await watch.compare();
    const pending = watch.trusted();
    putBack();
    await jest.advanceTimersByTimeAsync(1_000);
    await pending;
    expect([status(), jest.getTimerCount()]).toEqual([ours, 0]);
  });

  it('is not judged by an answer that does not come', async () => {
    log.cut(2);
    log.trouble = new StoreUnavailable('away');
    await watch.compare();
    expect(status()).toEqual(ours);
  });

  it('takes nothing more from whoever waits as the process ends', async () => {
    log.cut(2);
    await watch.compare();
    const pending = watch.trusted();
    watch.stop();
    await expect(pending).rejects.toThrow(StoreUnavailable);
    const { looks } = log;
    await expect(watch.compareNow()).rejects.toThrow(StoreUnavailable);
    expect([log.looks - looks, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('holds up no end either while a look is not answered', async () => {
    log.cut(2);
    await watch.compare();
    const pending = watch.trusted();
    log.onLook = () => new Promise(() => undefined);
    await jest.advanceTimersByTimeAsync(1_000);
    watch.stop();
    await expect(pending).rejects.toThrow(StoreUnavailable);
  });

  it('is not the one that was opened where the files are others', () => {
    const files = () => 'other files';
    expect(new LogWatch(log, 'ours', { files }).replaced).toBe('other files');
  });

  describe('as everybody has it', () => {
    it('notes what is written, and looks again where its head is lower than that', async () => {
      const guarded = guardedLog(log, watch);
      await guarded.append('thing-x', NO_STREAM, events(2));
      expect(watch.position).toBe(50);
      log.cut(4);
      expect(await guarded.head()).toBe(40);
      await jest.advanceTimersByTimeAsync(0);
      expect(watch.isTrusted).toBe(false);
      expect(watch.doubt).toBe('the event log ends before what is known of it, and is compared again');
      const append = () => guarded.append('thing-y', NO_STREAM, events(1)).catch((error: unknown) => error);
      const [appending, late] = [append(), jest.advanceTimersByTimeAsync(5_000).then(append)];
      await jest.advanceTimersByTimeAsync(8_001);
      expect(await appending).toEqual(new StoreUnavailable('it is not known yet which event log this is'));
      await jest.advanceTimersByTimeAsync(2_000);
      expect(await late).toBeInstanceOf(LogReplaced);
      expect(watch.doubt).toBeNull();
      expect(await log.head()).toBe(40);
    });

    it('ignores what another one says, and ends with its reader', async () => {
      const stop = new AbortController();
      const received: number[] = [];
      const following = (async () => {
        for await (const batch of guardedLog(log, watch).subscribe({ after: 0, signal: stop.signal }))
          if (batch.events.length > 0) received.push(batch.events.length);
      })();
      await jest.advanceTimersByTimeAsync(0);
      await log.replace();
      await watch.compare();
      await log.happen();
      await jest.advanceTimersByTimeAsync(0);
      expect(received).toEqual([3]);
      stop.abort();
      await following;
    });
  });
});
