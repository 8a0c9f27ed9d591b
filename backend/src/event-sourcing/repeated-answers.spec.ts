import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { HOUR } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { describedRepeats, request, session } from '@supreme-access/test/fixtures/repeats.js';
import { Refused } from './decider.js';
import { REPEATED_FOR, type Unlogged } from './repeated-secrets.js';

describe('a request that leaves no event', () => {
  const { clock, vault, process } = describedRepeats();

  /** What is done, and how often. */
  function work(more: Partial<Unlogged<string>> = {}) {
    const done: string[] = [];
    const does = async () => {
      await new Promise(setImmediate);
      done.push(randomUUID());
      return done.at(-1) ?? '';
    };
    return { done, unlogged: { purpose: 'rotation', does, ...more } };
  }

  it('is done once for many copies at once, for a late one and one on another process', async () => {
    const [context, here, { done, unlogged }] = [request(), process(), work()];
    const answers = await Promise.all(Array.from({ length: 8 }, () => here.answered(context, unlogged)));
    answers.push(await here.answered(context, unlogged));
    clock.ahead = 23 * HOUR;
    answers.push(await process().answered({ ...context, session: { ...session, sid: 's-2' } }, unlogged));
    expect(new Set(answers)).toEqual(new Set(done));
    expect(done).toHaveLength(1);
  });

  it('is refused as another one under its key', async () => {
    const [context, here, { done, unlogged }] = [request(), process(), work()];
    const other = { ...context, metadata: { ...context.metadata, requestHash: 'another' } };
    const [first, second] = [here.answered(context, unlogged), here.answered(other, unlogged)];
    await expect(second).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    expect(await first).toBe(done[0]);
    await expect(process().answered(other, unlogged)).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    expect(done).toHaveLength(1);
  });

  it('answers a secret for ten minutes, and to the same session', async () => {
    const [context, here, { done, unlogged }] = [request(), process(), work({ isSecret: true })];
    const made = await here.answered(context, unlogged);
    clock.ahead = REPEATED_FOR - 5_000;
    expect(await here.answered(context, unlogged)).toBe(made);
    const another = { ...context, session: { ...session, sid: 's-2' } };
    await expect(here.answered(another, unlogged)).rejects.toMatchObject({ code: 'already-done' });
    clock.ahead = REPEATED_FOR;
    await expect(here.answered(context, unlogged)).rejects.toMatchObject({ code: 'already-done' });
    expect(done).toEqual([made]);
  });

  it('answers a secret to a copy too between whose reads another process has finished', async () => {
    const [context, { done, unlogged }] = [request(), work({ isSecret: true })];
    const refusal = new Refused('otp-wrong', 'unauthorized', 'Wrong.');
    await expect(process().answered(context, { ...unlogged, does: () => Promise.reject(refusal) })).rejects.toBe(
      refusal,
    );
    const get = vault().get.bind(vault());
    let reads = 0;
    const reading = jest.spyOn(vault(), 'get').mockImplementation(async (...record) => {
      const found = await get(...record);
      reads += 1;
      // The first read is of the mark that it has begun, the second of its answer.
      if (reads === 2) await process().answered(context, unlogged);
      return found as never;
    });
    expect([await process().answered(context, unlogged)]).toEqual(done);
    reading.mockRestore();
  });

  it('answers nobody else a secret, though two processes made it at once', async () => {
    const [context, { done, unlogged }] = [request(), work({ isSecret: true })];
    const another = { ...context, session: { ...session, sid: 's-2' } };
    const answers = await Promise.allSettled([
      process().answered(context, unlogged),
      process().answered(another, unlogged),
    ]);
    expect(done).toHaveLength(2);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'already-done' }) }),
    );
  });

  it('that was refused is judged again, long after a secret would be answered no more', async () => {
    const [context, here, { done, unlogged }] = [request(), process(), work({ isSecret: true })];
    const does = () => Promise.reject(new Refused('card-refused', 'invalid'));
    await expect(here.answered(context, { ...unlogged, does })).rejects.toMatchObject({ code: 'card-refused' });
    clock.ahead = REPEATED_FOR;
    await expect(here.answered(context, { ...unlogged, does })).rejects.toMatchObject({ code: 'card-refused' });
    expect(await here.answered(context, unlogged)).toBe(done[0]);
    expect(await here.answered(context, unlogged)).toBe(done[0]);
    clock.ahead = 2 * REPEATED_FOR;
    await expect(here.answered(context, unlogged)).rejects.toMatchObject({ code: 'already-done' });
  });

  it('that was refused or cut off is judged again, and asked for later while another process does it', async () => {
    const [context, { done, unlogged }] = [request(), work({ underWay: 'running' })];
    const refuses = (code: string) => ({ ...unlogged, does: () => Promise.reject(new Refused(code, 'conflict')) });
    await expect(process().answered(context, refuses('running'))).rejects.toMatchObject({ code: 'running' });
    await expect(process().answered(context, refuses('running'))).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(process().answered(context, refuses('release-near'))).rejects.toMatchObject({ code: 'release-near' });
    expect(await process().answered(context, unlogged)).toBe(done[0]);
  });

  it('is done each time where no key was sent', async () => {
    const [here, { done, unlogged }] = [process(), work()];
    for (let time = 0; time < 2; time += 1) await here.answered(request({ requestHash: '' }), unlogged);
    expect(done).toHaveLength(2);
  });
});
