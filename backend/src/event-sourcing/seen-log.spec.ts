import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import type { Vault } from '../stores/vault/vault.js';
import { rememberLost, rememberSeen, type Seen, whyLogOlder } from './seen-log.js';

describe('a log beside the vault that has seen it', () => {
  let log: PutBackLog;
  let marks: Seen[];
  let looks: number;
  const vault = {
    put: async (_kind: string, _id: string, seen: Seen) => marks.push(seen),
    async *list() {
      for (const nth of marks.keys()) yield { id: String(nth), createdAt: nth };
    },
    get: async (_kind: string, id: string) => ({ value: marks[Number(id)], createdAt: Number(id) }),
  } as unknown as Vault;
  beforeEach(async () => {
    [log, marks, looks] = [new PutBackLog(), [], 0];
    for (let nth = 0; nth < 3; nth += 1) await seen();
  });

  /** Something happens, and the vault has seen it. */
  async function seen(): Promise<void> {
    const { position, id } = await log.happen();
    await rememberSeen(vault, position, id);
  }
  const why = () =>
    whyLogOlder(log, vault, 'ours', async () => {
      looks += 1;
    });
  const older = expect.stringMatching(/^The event log is older than .* npm run log -- accept-older$/);

  it('is the one that it was while it has what was seen last', async () => {
    await log.happen();
    expect([await why(), marks.length, looks]).toEqual([null, 3, 0]);
  });

  it('is older where it ends before that at a second look too, at each start, also once it has grown', async () => {
    const putBack = log.cut(1);
    expect([await why(), looks]).toEqual([older, 1]);
    await log.happen(4);
    expect([await why(), looks]).toEqual([older, 1]);
    putBack();
    expect(await why()).toBeNull();
  });

  it('is older until that is accepted', async () => {
    log.cut(1);
    await why();
    const { position, id } = await log.happen();
    marks.push({ after: position, event: id, isAccepted: true });
    expect(await why()).toBeNull();
    // What was accepted as lost is not looked at again.
    log.scavenge(position);
    await log.happen(4);
    expect(await why()).toBeNull();
  });

  it('is another one where another event is in its place', async () => {
    log.cut(1);
    await log.happen(4);
    await expect(why()).rejects.toThrow(
      /^The event log is another one: it has another event at position 30 .* Nothing was changed/,
    );
  });

  it('is judged by what was seen before where an event has gone from its middle', async () => {
    await log.happen();
    log.scavenge(30);
    expect(await why()).toBeNull();
    await log.replace();
    log.scavenge(30);
    await expect(why()).rejects.toThrow('another event at position 20');
  });

  it.each([
    ['ended too early is older', true],
    ['had another event is another one', false],
  ])('that %s under a running process, whatever it has become since', async (_, isShort) => {
    const lost = await log.happen();
    log.cut(3);
    await rememberLost(log, vault, { position: lost.position, event: lost.id }, isShort);
    await log.happen(3);
    if (isShort) expect(await why()).toEqual(older);
    else await expect(why()).rejects.toThrow('The event log is another one');
  });
});
