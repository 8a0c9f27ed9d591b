import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventStoreEmulator, startEventStore } from '@supreme-access/test/emulators/eventstore/server.js';
import { all } from '@supreme-access/test/fixtures/event-log.js';
import { StreamChecks } from '../projections/stream-checks.js';
import { type EventLog, type EventMetadata, NO_STREAM } from '../stores/event-log/event-log.js';
import { openEventStoreLog } from '../stores/event-log/eventstore-opening.js';
import { chainHash } from '../stores/event-log/hash-chain.js';
import { openLmdbEventLog } from '../stores/event-log/lmdb-event-log.js';
import { type Damage, placeOf } from '../stores/event-log/stream-integrity.js';
import { memoryReadModels } from '../stores/read-models/sqlite-read-models.js';
import type { Vault } from '../stores/vault/vault.js';
import { ACCEPTANCES, Acceptances, readAcceptances } from './acceptances.js';
import { Command, type CommandMetadata, type Decider } from './decider.js';
import { lastOf } from './reading.js';
import { Sealer } from './sealer.js';
import { Streams, type StreamsOptions } from './streams.js';
import { systemEvent } from './system-event.js';

type Added = { type: 'StoneAdded'; data: { name: string } };
class AddStone extends Command<{ name: string }> {
  readonly type = 'AddStone';
}
class BeginPile extends AddStone {
  override readonly isFirst = true;
}
const pile: Decider<{ stones: readonly string[] }, AddStone, Added> = {
  category: 'pile',
  commands: { AddStone },
  initial: { stones: [] },
  decide: ({ data: { name } }, { stones }) => (stones.includes(name) ? [] : [{ type: 'StoneAdded', data: { name } }]),
  evolve: ({ stones }, { data: { name } }) => ({ stones: [...stones, name] }),
};
const STREAM = 'pile-1';

let directory: string;
let log: EventLog;
let damages: Damage[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'damaged-'));
});
afterAll(() => rm(directory, { recursive: true }));

function aProcess(options: Partial<StreamsOptions> = {}) {
  const streams = new Streams(log, new Sealer({} as Vault), {
    schema: {},
    clock: () => 1_000,
    acceptances: new Acceptances(log),
    onDamaged: (damage) => damages.push(damage),
    ...options,
  });
  const add = async (name: string, id = '1', Class = AddStone) =>
    (await streams.handle(pile, new Class(id, { name }, metadata()))).state.stones;
  const state = async (id = '1') => (await streams.read(pile, id)).state.stones;
  return { add, state };
}

function metadata(): CommandMetadata {
  const commandId = randomUUID();
  return { actor: { kind: 'system', id: 'spec' }, commandId, requestHash: '', correlationId: commandId };
}

const locked = (reason: Damage['reason'], revision: number) => ({ damage: { stream: STREAM, revision, reason } });
const stored = () => all(log.readStream(STREAM));

async function endOf(stream: string) {
  const last = await lastOf(log, stream);
  return last && { revision: last.revision, hash: last.metadata.hash };
}

async function accept(stream: string, revision: number): Promise<void> {
  const last = await endOf(ACCEPTANCES);
  const data = { stream, revision, eventId: 'e', damage: 'hash', reason: 'spec' } as const;
  const event = systemEvent(ACCEPTANCES, { type: 'DamageAccepted', data }, last, {});
  await log.append(ACCEPTANCES, last?.revision ?? NO_STREAM, [event]);
}

describe('a stream in which somebody else wrote', () => {
  let path = 0;
  beforeEach(async () => {
    damages = [];
    path += 1;
    log = await openLmdbEventLog(join(directory, `log-${path}`));
  });
  afterEach(() => log.close());

  const foreign = { id: randomUUID(), type: 'Bar', data: {}, metadata: {} as EventMetadata };
  const altered = async () => {
    const last = await endOf(STREAM);
    const event = systemEvent(STREAM, { type: 'StoneAdded', data: { name: 'right' } }, last, {});
    return { ...event, data: { name: 'forged' } };
  };

  it.each([
    ['no-envelope', async () => foreign],
    ['hash', altered],
  ] as const)('is locked, for who knew it and who did not, until the event is accepted: %s', async (reason, make) => {
    const [knowing, cold] = [aProcess(), aProcess()];
    await knowing.add('a');
    await knowing.add('b');
    await log.append(STREAM, 1, [await make()]);
    for (const each of [knowing, cold, knowing, cold]) {
      await expect(each.add('c')).rejects.toMatchObject(locked(reason, 2));
      await expect(each.add('a')).rejects.toMatchObject(locked(reason, 2));
      await expect(each.state()).rejects.toMatchObject(locked(reason, 2));
    }
    expect(await stored()).toHaveLength(3);
    expect(damages).toEqual([locked(reason, 2).damage, locked(reason, 2).damage]);
    expect(await cold.add('x', '2')).toEqual(['x']);

    await accept('pile-2', 2);
    await expect(cold.add('c')).rejects.toMatchObject(locked(reason, 2));
    await accept(STREAM, 2);
    expect(await knowing.add('c')).toEqual(['a', 'b', 'c']);
    expect(await cold.state()).toEqual(['a', 'b', 'c']);
    const [, b, damaged, c] = await stored();
    const before = damaged?.metadata.hash || b?.metadata.hash || '';
    expect(c && chainHash(before, STREAM, 3, c)).toBe(c?.metadata.hash);
    expect(await aProcess().state()).toEqual(['a', 'b', 'c']);
  });

  it('is locked by its first event as well', async () => {
    await log.append(STREAM, NO_STREAM, [foreign]);
    await expect(aProcess().add('a')).rejects.toMatchObject(locked('no-envelope', 0));
    await accept(STREAM, 0);
    expect(await aProcess().add('a')).toEqual(['a']);
    expect(await aProcess().state()).toEqual(['a']);
  });

  it('is not unlocked by an acceptance that is damaged itself', async () => {
    await log.append(STREAM, NO_STREAM, [foreign]);
    await accept('pile-7', 7);
    const last = await endOf(ACCEPTANCES);
    const data = { stream: STREAM, revision: 0, eventId: 'e', damage: 'hash', reason: 'forged' } as const;
    const own = { ...data, stream: ACCEPTANCES, revision: 1 };
    const [forged, itself] = [data, own].map((each) =>
      systemEvent('other', { type: 'DamageAccepted', data: each }, last, {}),
    );
    if (forged) await log.append(ACCEPTANCES, 0, [forged]);
    await expect(aProcess().state()).rejects.toMatchObject({ damage: { stream: ACCEPTANCES, revision: 1 } });
    if (itself) await log.append(ACCEPTANCES, 1, [itself]);
    await expect(aProcess().state()).rejects.toMatchObject({ damage: { stream: ACCEPTANCES, revision: 1 } });
    await accept(ACCEPTANCES, 1);
    await accept(ACCEPTANCES, 2);
    const { places, end } = await readAcceptances(log);
    expect(end).toMatchObject({ revision: 4 });
    expect(places.has(placeOf(data))).toBe(false);
    await expect(aProcess().state()).rejects.toMatchObject(locked('no-envelope', 0));
  });
});

describe('a stream that an operator cut or deleted', () => {
  let server: EventStoreEmulator;
  beforeEach(async () => {
    damages = [];
    server = await startEventStore();
    log = await openEventStoreLog(server.url);
  });
  afterEach(async () => {
    await log.close();
    await server.stop();
  });

  it.each([
    ['$tb', { $tb: 1 }, 1],
    ['$maxCount', { $maxCount: 1 }, 2],
  ] as const)('is no new one to who did not know it: %s', async (_, cut, revision) => {
    const before = aProcess();
    for (const name of ['a', 'b', 'c']) await before.add(name);
    server.store.setMetadata(STREAM, cut);
    const checks = new StreamChecks(log, memoryReadModels(), new Acceptances(log));
    const cold = aProcess({
      onDamaged: (damage) => checks.lock(damage),
      onWhole: (stream) => checks.unlock(stream),
    });
    await expect(cold.add('d')).rejects.toMatchObject(locked('beginning', revision));
    await expect(cold.state()).rejects.toMatchObject(locked('beginning', revision));
    expect(server.store.of(STREAM)).toHaveLength(3);
    expect(checks.passedOver().locks).toMatchObject([locked('beginning', revision).damage]);
    server.store.setMetadata(STREAM, {});
    expect(await cold.add('d')).toEqual(['a', 'b', 'c', 'd']);
    expect(checks.passedOver().locks).toEqual([]);
  });

  it('is no new one where all of it was deleted, and the store is asked once of one that is new', async () => {
    await aProcess().add('a');
    server.store.softDelete(STREAM);
    const cold = aProcess();
    await expect(cold.add('b')).rejects.toMatchObject(locked('beginning', 0));
    await expect(cold.state()).rejects.toMatchObject(locked('beginning', 0));
    expect(server.store.of(STREAM)).toHaveLength(1);
    await cold.state('new');
    const { read } = server.calls;
    await cold.state('new');
    expect(server.calls.read - read).toBe(1);
  });

  it('is begun by nobody who knows that it was deleted', async () => {
    await aProcess().add('a');
    server.store.softDelete(STREAM);
    const knowing = aProcess();
    await expect(knowing.state()).rejects.toMatchObject(locked('beginning', 0));
    await expect(knowing.add('b', '1', BeginPile)).rejects.toMatchObject(locked('beginning', 0));
    expect(server.store.of(STREAM)).toHaveLength(1);
  });

  it('is locked by an append that went on after what was deleted, before its command is answered', async () => {
    await aProcess().add('a');
    server.store.softDelete(STREAM);
    const hasty = aProcess();
    await expect(hasty.add('b', '1', BeginPile)).rejects.toMatchObject(locked('beginning', 1));
    await expect(hasty.add('c')).rejects.toMatchObject(locked('beginning', 1));
    await expect(hasty.add('c', '1', BeginPile)).rejects.toMatchObject(locked('beginning', 1));
    expect(server.store.of(STREAM)).toHaveLength(2);
  });

  it('goes on for who knows all of it, and is locked for the next', async () => {
    const knowing = aProcess();
    await knowing.add('a');
    server.store.softDelete(STREAM);
    expect(await knowing.add('b')).toEqual(['a', 'b']);
    await expect(aProcess().state()).rejects.toMatchObject(locked('beginning', 1));
  });

  it('is recognised as such where it was deleted for ever', async () => {
    const knowing = aProcess();
    await knowing.add('a');
    server.store.tombstone(STREAM);
    for (const each of [knowing, aProcess()]) {
      await expect(each.add('b')).rejects.toMatchObject(locked('deleted', 0));
      await expect(each.state()).rejects.toMatchObject(locked('deleted', 0));
    }
    expect(await knowing.add('x', '2')).toEqual(['x']);
  });
});
