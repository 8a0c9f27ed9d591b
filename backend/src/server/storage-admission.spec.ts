import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Command } from '../event-sourcing/decider.js';
import { StorageRoom } from '../stores/storage-room.js';
import { WEBHOOK } from '../stripe/webhook.jobs.js';
import { StorageFull } from '../telemetry/store-unavailable.js';
import { ADMITTED_COMMANDS, admissionOf } from './storage-admission.js';

const SOURCES = join(import.meta.dirname, '..');

class Any extends Command {
  constructor(readonly type: string) {
    super('1', {}, workerMetadata('spec'));
  }
}

describe('what is admitted while the disk is nearly full', () => {
  const ours = { assertOurs: () => undefined, isTrusted: true };
  const { admit, mayBegin } = admissionOf(new StorageRoom({ free: () => 0, least: 1 }), ours);

  it.each([
    'ReserveSlot',
    'StartCheckout',
    'TakeOverCheckout',
    'ChargeFee',
    'StartRefund',
    'ClaimMail',
    'RegisterAccount',
  ])('is not %s, for it is new or a claim', (type) => expect(() => admit(new Any(type))).toThrow(StorageFull));

  it.each([
    'RecordCheckout',
    'RecordCharge',
    'RecordRefund',
    'RecordMail',
    'ReceiveWebhook',
    'EraseAccount',
    'RecordEmptied',
  ])('is %s, for it has happened, or is an erasure', (type) => admit(new Any(type)));

  it('is no work but that of webhooks and erasures', () => {
    expect([WEBHOOK, 'erase-account', 'checkout', 'charge', 'mail'].filter(mayBegin)).toEqual([
      WEBHOOK,
      'erase-account',
    ]);
  });

  it('has the names that the commands have', () => {
    const files = readdirSync(SOURCES, { recursive: true }).map(String);
    const texts = files
      .filter((file) => /(?<!\.spec)\.ts$/.test(file))
      .map((file) => readFileSync(join(SOURCES, file), 'utf8'));
    const types = new Set(
      texts.flatMap((text) => [...text.matchAll(/readonly type = '(\w+)'/g)].map(([, type]) => type)),
    );
    expect([...ADMITTED_COMMANDS].filter((type) => !types.has(type))).toEqual([]);
  });
});
