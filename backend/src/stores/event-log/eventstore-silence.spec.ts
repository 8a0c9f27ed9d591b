import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import { ClientChannel, withGossipTimeout } from './eventstore-channel.js';
import { Silence } from './eventstore-silence.js';

const REFUSED = new Error('refused');

describe('silence of EventStoreDB', () => {
  let look: (times?: number) => void;
  let done: string[];
  let silence: Silence;
  beforeEach(() => {
    done = [];
    const looks = (once: () => void) => {
      look = (times = 1) => {
        for (let time = 0; time < times; time += 1) once();
      };
      return () => done.push('looks no more');
    };
    const connection = {
      ask: () => done.push('ask'),
      hangUp: () => done.push('hang up'),
      isAnswer: (error: unknown) => error === REFUSED,
      onConnected: () => done.push('connected'),
    };
    silence = new Silence(connection, looks);
  });

  /** A read under way. */
  function reading(isAwaited = true) {
    const [stream, broken] = [Object.assign(new EventEmitter(), { readableLength: 0 }), [] as string[]];
    const call = { isAwaited, fail: ({ message }: Error) => broken.push(message) };
    silence.follow(call, stream);
    return { call, stream, broken };
  }

  const found = () => silence.connecting().settled(true);

  it('of three seconds is pinged, and of one more ends the connection and all its calls', async () => {
    const { broken } = reading();
    const live = reading(false);
    const appending = silence.answer(new Promise(() => {}));
    look(11);
    expect(done).toEqual([]);
    look();
    expect(done).toEqual(['ask']);
    look(3);
    expect(broken).toEqual([]);
    look();
    expect(done).toEqual(['ask', 'hang up']);
    expect([...broken, ...live.broken]).toEqual(Array(2).fill(expect.stringContaining('answers no call')));
    await expect(appending).rejects.toThrow('answers no call');
  });

  it.each(['confirmation', 'caughtUp', 'fellBehind', 'end'])('is over with any answer: %s', (sign) => {
    reading();
    const other = reading(false);
    look(15);
    other.stream.emit(sign);
    look(11);
    expect(done).toEqual(['ask']);
  });

  it('is over with data, but not with an empty sign of some', () => {
    const { stream } = reading();
    look(15);
    stream.emit('readable');
    look();
    expect(done).toEqual(['ask', 'hang up']);
    const next = reading();
    next.stream.readableLength = 1;
    next.stream.emit('readable');
    look(11);
    expect(done).toEqual(['ask', 'hang up']);
  });

  it('is over with a refusal, but not with an error that nobody said', () => {
    const { stream } = reading();
    look(11);
    stream.emit('error', REFUSED);
    look(11);
    stream.emit('error', new Error('a deadline'));
    look(5);
    expect(done).toEqual(['ask', 'hang up']);
  });

  it('is over when an append is answered or refused, however long another call takes', async () => {
    reading();
    look(11);
    expect(await silence.answer(Promise.resolve(7))).toBe(7);
    look(11);
    await expect(silence.answer(Promise.reject(REFUSED))).rejects.toBe(REFUSED);
    look(11);
    expect(done).toEqual([]);
  });

  it('is none where nobody waits: nothing is under way, a subscription is live, a call is over', async () => {
    look(50);
    reading(false);
    look(50);
    reading().stream.emit('close');
    await expect(silence.answer(Promise.reject(new Error('a deadline')))).rejects.toThrow('a deadline');
    look(50);
    expect(done).toEqual([]);
  });

  it('is not over with the end of a call that was let go of', () => {
    reading();
    const { call, stream } = reading();
    look(15);
    silence.leave(call);
    stream.emit('end');
    look();
    expect(done).toEqual(['ask', 'hang up']);
  });

  it('is none while a node is looked for', () => {
    reading();
    const connecting = silence.connecting();
    look(50);
    connecting.settled(true);
    look(11);
    expect(done).toEqual([]);
  });

  it('goes on over the next connection: it is pinged at once, whoever waits, until somebody answers', () => {
    reading();
    look(16);
    for (let connection = 0; connection < 3; connection += 1) {
      done.length = 0;
      found();
      expect(done).toEqual(['ask']);
      look(3);
      expect(done).toEqual(['ask']);
      look();
      expect(done).toEqual(['ask', 'hang up']);
    }
    found();
    const { stream } = reading();
    stream.emit('confirmation');
    done.length = 0;
    look(11);
    expect(done).toEqual([]);
  });

  it('goes on while nobody calls and no node is found: the small read looks for one', () => {
    reading();
    look(16);
    for (let time = 0; time < 3; time += 1) {
      done.length = 0;
      look();
      expect(done).toEqual(['ask']);
      silence.connecting().settled(false);
      look(4);
      expect(done).toEqual(['ask', 'hang up']);
    }
  });

  it('that lasts is pinged less and less often', () => {
    reading();
    look(16);
    const lasted = Array.from({ length: 12 }, () => {
      done.length = 0;
      let looks = 0;
      for (; !done.includes('hang up'); looks += 1) look();
      return looks;
    });
    expect(lasted).toEqual([5, 5, 5, 5, 9, 17, 33, 65, 65, 65, 65, 65]);
  });

  it('of a node says nothing of one that was found anew, whose first answer is reported', () => {
    const { stream } = reading();
    look(11);
    found();
    look(11);
    expect(done).toEqual([]);
    stream.emit('confirmation');
    stream.emit('end');
    expect(done).toEqual(['connected']);
    found();
    stream.emit('confirmation');
    expect(done).toEqual(['connected', 'connected']);
  });

  it('ends with the log: what is under way breaks', () => {
    const { broken, stream } = reading();
    silence.end(new Error('closed'));
    stream.emit('confirmation');
    expect({ done, broken }).toEqual({ done: ['looks no more'], broken: ['closed'] });
  });
});

describe('the channel of a client', () => {
  const watch = { connecting: () => ({ settled: () => {} }) };

  it.each(['supports', 'createChannel', 'resolveUri', 'handleError'])(
    'is refused where the client has no %s',
    (missing) => {
      const whole = { supports: () => {}, createChannel: () => {}, resolveUri: () => {}, handleError: () => {} };
      const client = { ...whole, [missing]: undefined };
      expect(() => new ClientChannel(client, watch)).toThrow('the client is not the one expected');
    },
  );

  it('is closed as the client closes one that is out of reach', async () => {
    const channel = { getTarget: () => 'dns:n1:2113' };
    const calls: unknown[] = [];
    const client = {
      supports: () => {},
      createChannel: async () => channel,
      resolveUri: async () => '',
      handleError: async (from: { getChannel(): unknown }, error: Error) => calls.push(from.getChannel(), error),
    };
    const own = new ClientChannel(client, watch);
    await own.hangUp(new Error('silent'));
    expect(calls).toEqual([]);
    await client.createChannel();
    await own.hangUp(new Error('silent'));
    await own.hangUp(new Error('silent'));
    expect(calls).toEqual([channel, expect.objectContaining({ message: 'silent', code: 14 })]);
  });

  it('asks other nodes beside one that does not answer, and one alone that does', async () => {
    jest.useFakeTimers();
    const requests: ((uri: string) => void)[] = [];
    const resolveUri = () => new Promise<string>((resolve) => requests.push(resolve));
    const client = { supports: () => {}, createChannel: async () => ({}), resolveUri, handleError: () => {} };
    expect(new ClientChannel(client, watch)).toBeDefined();
    const resolving = client.resolveUri();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(3);
    requests[1]?.('n2:2113');
    expect(await resolving).toBe('n2:2113');
    requests.length = 0;
    const quick = client.resolveUri();
    requests[0]?.('n1:2113');
    expect(await quick).toBe('n1:2113');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(1);
    jest.useRealTimers();
  });

  it('looks for a node no longer than two seconds each, unless configured', () => {
    expect(withGossipTimeout('esdb://n1:2113,n2:2113?tls=false')).toBe(
      'esdb://n1:2113,n2:2113?tls=false&gossipTimeout=2',
    );
    expect(withGossipTimeout(' esdb+discover://n:2113/ ')).toBe('esdb+discover://n:2113?gossipTimeout=2');
    expect(withGossipTimeout('esdb://n1,n2?gossip_Timeout=5')).toBe('esdb://n1,n2?gossip_Timeout=5');
  });
});
