import { Commands } from '../../backend/src/event-sourcing/commands.js';
import type { Command } from '../../backend/src/event-sourcing/decider.js';
import { randomId } from '../../backend/src/event-sourcing/ids.js';
import { LogWatch } from '../../backend/src/event-sourcing/log-watch.js';
import { RepeatedSecrets } from '../../backend/src/event-sourcing/repeated-secrets.js';
import { Sealer } from '../../backend/src/event-sourcing/sealer.js';
import { StreamFold } from '../../backend/src/event-sourcing/stream-fold.js';
import { mail } from '../../backend/src/mail/mail.js';
import { Mailing } from '../../backend/src/mail/mailing.js';
import { StorageRoom } from '../../backend/src/stores/storage-room.js';
import { decides, exchange, type Planted } from './planting.js';
import { CredulousVault, ForgetfulVault, modelsThat, OverwritingLog, WriteBackLog } from './worse-stores.js';

export const PEOPLE: Planted[] = [
  {
    name: 'a copy of a request is decided once more',
    lately: 2,
    plant: () =>
      exchange(
        Commands.prototype,
        'execute',
        (right) =>
          function (this: object, decider: never, command: never) {
            const { metadata } = command as Command;
            const isPersons = metadata.actor.kind !== 'worker' && metadata.actor.kind !== 'system';
            if (isPersons) Object.assign(metadata, { commandId: randomId() });
            return right.call(this, decider, command);
          },
      ),
  },
  {
    name: 'a copy of a request makes up what it needs once more',
    plant: () => exchange(RepeatedSecrets.prototype, 'idOf', () => () => randomId()),
  },
  {
    name: 'an erasure leaves the key',
    plant: () =>
      exchange(
        Sealer.prototype,
        'erase',
        () =>
          async function (this: object, subject: never) {
            (this as Sealer).forget(subject);
          },
      ),
  },
  {
    name: 'a mail has a new Message-ID at each attempt',
    lately: 26,
    plant: () => exchange(Mailing.prototype, 'messageId', () => () => `<${randomId()}@shop.test>`),
  },
  {
    name: 'a mail is claimed for no time',
    lately: 31,
    plant: () =>
      decides(mail, (command, state, now, decide) =>
        decide(command, state, now).map((event) =>
          event.type === 'MailClaimed' ? { ...event, data: { ...event.data, leaseUntil: now } } : event,
        ),
      ),
  },
];

export const STORES: Planted[] = [
  {
    name: 'new work is accepted although the disk is nearly full',
    lately: 23,
    plant: () => {
      const right = Object.getOwnPropertyDescriptor(StorageRoom.prototype, 'isEnough') ?? {};
      Object.defineProperty(StorageRoom.prototype, 'isEnough', { get: () => true, configurable: true });
      return () => void Object.defineProperty(StorageRoom.prototype, 'isEnough', right);
    },
  },
  {
    name: 'an append is answered before it is on the disk',
    lately: 7,
    parts: () => ({ makeLog: (flush) => new WriteBackLog(flush) }),
  },
  {
    name: 'a stream that begins above revision 0 is folded',
    lately: 6,
    plant: () => {
      const undo = ['assertFollows', 'assertNew'].map((check) =>
        exchange(StreamFold.prototype, check, () => async () => undefined),
      );
      return () => {
        for (const one of undo) one();
      };
    },
  },
  { name: 'the expected revision is ignored', parts: () => ({ makeLog: (flush) => new OverwritingLog(flush) }) },
  { name: 'a checkpoint skips what was not written', parts: () => ({ models: modelsThat('lose writes') }) },
  { name: 'what is delivered twice counts twice', parts: () => ({ models: modelsThat('forget positions') }) },
  {
    name: 'a restored log is taken for the current one',
    lately: 23,
    plant: () => exchange(LogWatch.prototype, 'compare', () => async () => undefined),
  },
  {
    name: 'a vault that is older than the log is accepted',
    parts: () => ({ makeVault: (flush) => new CredulousVault(flush) }),
  },
  {
    name: 'the vault answers before the write is on the disk',
    parts: () => ({ makeVault: (flush) => new ForgetfulVault(flush) }),
  },
];
