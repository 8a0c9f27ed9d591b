import { events } from '@supreme-access/test/fixtures/event-log.js';
import { PutBackLog } from '@supreme-access/test/fixtures/put-back-log.js';
import { NO_STREAM } from '../stores/event-log/event-log.js';
import type { ReadModels } from '../stores/read-models/read-models.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import type { Vault } from '../stores/vault/vault.js';
import { fitToLog } from './fit-to-log.js';
import { type Lock, PASSED_OVER } from './locked-streams.js';

describe('read models beside the log that they are to follow', () => {
  const one = { name: 'one', version: 1, indexes: [] };
  const other = { ...one, name: 'other' };
  let log: PutBackLog;
  let models: ReadModels;
  let kept: unknown[];
  beforeEach(async () => {
    [log, models, kept] = [new PutBackLog(), memoryReadModels(), []];
    const { position, id } = await log.happen(3);
    await models.open([one, other]);
    await models.write(one, [{ id: 'a', position, document: {} }], position, id);
    await models.advance(other, 20, (await log.at(20))?.id);
  });

  const said: string[] = [];
  let looks = 0;
  const fit = (folds = true, lookAgain = async (): Promise<void> => undefined) => {
    looks = 0;
    const vault = { put: async (...record: unknown[]) => kept.push(record) } as unknown as Vault;
    return fitToLog(models, {
      log,
      vault,
      projections: [one, other],
      installation: 'ours',
      folds,
      lookAgain: () => {
        looks += 1;
        return lookAgain();
      },
      say: (text) => said.push(text),
    });
  };
  const rows = async () => (await models.list()).length;

  it('fit, also where one is behind, or an earlier program kept no event', async () => {
    await fit();
    await models.advance(one, 40);
    await log.happen();
    await fit();
    expect([await models.count(one), kept, looks]).toEqual([1, [], 0]);
  });

  it('are refused when another event is where theirs was', async () => {
    await log.replace();
    await expect(fit()).rejects.toThrow(/another event log: it has another event at position 30 .* Put that log back/);
    expect([await models.count(one), kept]).toEqual([1, []]);
  });

  it('are made anew where they know more than it, and the vault remembers that', async () => {
    log.cut(2);
    await fit();
    expect([await rows(), looks, said.at(-1)]).toEqual([0, 1, expect.stringContaining('restored from a backup')]);
    const endedAt = { after: 20, event: (await log.at(20))?.id };
    expect(kept).toEqual([['mark', expect.any(String), { after: 30, event: expect.any(String), endedAt }]]);
  });

  it('are made anew, each by itself, where the event has gone from the middle of the log', async () => {
    await log.happen();
    log.scavenge(30);
    await fit();
    await models.open([one, other]);
    expect([await models.count(one), (await models.progress(other)).position, kept, looks]).toEqual([0, 20, [], 0]);
  });

  describe('where a stream was cut as they were folded', () => {
    beforeEach(async () => {
      await models.open([PASSED_OVER]);
      await lock('thing-cut', 1);
    });
    const lock = (stream: string, revision: number, reason: Lock['reason'] = 'beginning') => {
      const passed = { previous: null, lockedAt: 40, acceptedAt: null, passed: 1 };
      const document: Lock = { stream, revision, reason, ...passed };
      return models.write(PASSED_OVER, [{ id: `${stream}@${revision}`, position: 40, document }]);
    };
    const giveBack = () => log.append('thing-cut', NO_STREAM, events(1));

    it('stay while it is, whatever else is locked', async () => {
      await lock('thing-other', 1, 'hash');
      await fit();
      expect(await models.count(one)).toBe(1);
    });

    it('are made anew once it is whole again, by who folds them', async () => {
      await giveBack();
      await fit(false);
      expect(await models.count(one)).toBe(1);
      await fit();
      expect([await rows(), kept, said.at(-1)]).toEqual([0, [], expect.stringContaining('thing-cut was cut')]);
    });

    it('are made anew all of them, also where the event of some has gone', async () => {
      await giveBack();
      log.scavenge(30);
      await fit();
      expect([await rows(), kept]).toEqual([0, []]);
    });
  });

  it('are left to who folds them', async () => {
    log.cut(2);
    await expect(fit(false)).rejects.toThrow('First start a process that folds them anew');
    expect(await models.count(one)).toBe(1);
  });

  it('fit after all where the second look finds their event', async () => {
    const putBack = log.cut(2);
    await fit(true, async () => putBack());
    expect([await models.count(one), kept]).toEqual([1, []]);
  });
});
