import { randomUUID } from 'node:crypto';
import { describedRepeats, request, session } from '@supreme-access/test/fixtures/repeats.js';
import { Refused } from './decider.js';
import { type MadeUp, REPEATED_FOR } from './repeated-secrets.js';

describe('what a request with a key has made up', () => {
  const { clock, vault, process } = describedRepeats();

  /** A command that has its effect once: under what was made up first. */
  function command(repeats = process()) {
    const effects: string[] = [];
    let isValid = true;
    const secret: MadeUp<string> = {
      purpose: 'codes',
      target: 'ada',
      isDone: async () => effects.length > 0,
      make: () => randomUUID(),
      does: async (made) => {
        if (effects.length === 0) effects.push(made);
      },
      isValid: (made) => isValid && effects.includes(made),
    };
    return {
      effects,
      secret,
      ends: () => {
        isValid = false;
      },
      ask: (context: ReturnType<typeof request>, more: Partial<MadeUp<string>> = {}, by = repeats) =>
        by.once(context, { ...secret, ...more }),
    };
  }

  it('is made up once, for eight copies at once on two processes and for a late one', async () => {
    const { ask, effects } = command();
    const [context, other] = [request(), process()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, copy) => ask(context, {}, copy % 2 ? other : process())),
    );
    expect(new Set([...answers, await ask(context, {}, process())])).toEqual(new Set(effects));
    expect(effects).toHaveLength(1);
  });

  it('is given to a copy too between whose reads another process has finished', async () => {
    const { ask, effects, secret } = command();
    const context = request();
    const isDone = async () => {
      if (effects.length === 0) await ask(context, {}, process());
      return secret.isDone(null);
    };
    expect([await ask(context, { isDone })]).toEqual(effects);
  });

  it('is of that request alone: its key, what it says, and what for', async () => {
    const [context, repeats] = [request(), process()];
    const ids = [
      repeats.idOf('codes', 'ada', context.metadata),
      repeats.idOf('codes', 'bea', context.metadata),
      repeats.idOf('secret', 'ada', context.metadata),
      repeats.idOf('codes', 'ada', { ...context.metadata, requestHash: 'another' }),
      repeats.idOf('codes', 'ada', request().metadata),
    ];
    expect(new Set(ids).size).toBe(5);
    expect(process().idOf('codes', 'ada', context.metadata)).toBe(ids[0]);
    expect(ids[0]).toMatch(/^[\w-]{43}$/);
  });

  it('is given for ten minutes, to the same session, and while it stands', async () => {
    const { ask, ends } = command();
    const context = request();
    const made = await ask(context);
    clock.ahead = REPEATED_FOR - 5_000;
    expect(await ask(context)).toBe(made);
    const another = { ...context, session: { ...session, sid: 's-2' } };
    await expect(ask(another)).rejects.toMatchObject({ code: 'already-done', kind: 'conflict' });
    ends();
    await expect(ask(context)).rejects.toMatchObject({ code: 'already-done' });
  });

  it('is not given after ten minutes, nor made up anew', async () => {
    const { ask, effects } = command();
    const context = request();
    await ask(context);
    clock.ahead = REPEATED_FOR;
    await expect(ask(context)).rejects.toMatchObject({ code: 'already-done' });
    expect(effects).toHaveLength(1);
  });

  it('is found again by the copy that finishes what a crash cut off', async () => {
    const { ask, effects } = command();
    const context = request();
    const crash = async (): Promise<void> => {
      throw new Error('power cut');
    };
    await expect(ask(context, { does: crash })).rejects.toThrow('power cut');
    const judged = () => Promise.reject(new Refused('code-used', 'forbidden'));
    expect(effects).toEqual([]);
    const made = await ask(context, { make: judged });
    expect(effects).toEqual([made]);
  });

  it('answers a copy that is refused because of what the request itself has done', async () => {
    const { ask } = command();
    const context = request();
    const other = command();
    const made = await ask(context);
    const answers = [false, true];
    const isDone = async () => answers.shift() ?? true;
    const refused = async () => {
      throw new Refused('otp-on', 'conflict');
    };
    expect(await ask(context, { isDone, does: refused })).toBe(made);
    await expect(other.ask(request(), { does: refused })).rejects.toMatchObject({ code: 'otp-on' });
  });

  it('is kept nowhere where no key was sent', async () => {
    const { ask, effects } = command();
    const context = request({ requestHash: '' });
    const made = await ask(context);
    expect(effects).toEqual([made]);
    expect(await vault().get('repeat', process().idOf('codes', 'ada', context.metadata))).toBeUndefined();
  });

  describe('of a session that it ended itself', () => {
    it('is known, where the log says so, to that session and for ten minutes', async () => {
      const [context, repeats] = [request(), process()];
      let isEnded = false;
      repeats.onEnding(async () => isEnded);
      await repeats.willEndSession(context);
      expect(await repeats.hasEndedSession(session, context.metadata)).toBe(false);
      isEnded = true;
      expect(await repeats.hasEndedSession(session, context.metadata)).toBe(true);
      expect(await repeats.hasEndedSession({ ...session, sid: 's-2' }, context.metadata)).toBe(false);
      expect(await repeats.hasEndedSession(session, { ...context.metadata, requestHash: 'another' })).toBe(false);
      expect(await repeats.hasEndedSession(session, request().metadata)).toBe(false);
      clock.ahead = REPEATED_FOR;
      expect(await repeats.hasEndedSession(session, context.metadata)).toBe(false);
    });
  });
});
