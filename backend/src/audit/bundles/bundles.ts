import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BACKEND } from '../../config/config.js';
import { InjectEventLog } from '../../config/tokens.js';
import type { OrderDoc } from '../../orders/orders.projection.js';
import { Stories } from '../../orders/story.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { GENESIS } from '../../stores/event-log/hash-chain.js';
import { lineOf } from '../export/export-lines.js';
import { Receipts } from '../seals/receipts.js';
import type { Seal, SealKey } from '../seals/seal.js';
import { Seals } from '../seals/seals.js';
import { type ZippedFile, zipped } from './zip.js';

const VERIFIER = join(dirname(BACKEND), 'storefront/dist/verifier.html');

interface Proven {
  kind: 'slot' | 'event';
  event: RecordedEvent;
}

/** The evidence bundle of an order, for whoever checks it without the server: docs/log-format.md, section 9. */
@Injectable()
export class Bundles {
  constructor(
    private readonly stories: Stories,
    private readonly receipts: Receipts,
    private readonly seals: Seals,
    @InjectEventLog() private readonly log: EventLog,
  ) {}

  /** @throws Refused 'proof-not-ready', 'log-changed' */
  async of(order: OrderDoc, mails: readonly ZippedFile[]): Promise<Buffer> {
    const events = await this.stories.events(order);
    const slot = events.find(({ type, data }) => type === 'SlotReserved' && data.orderId === order.orderId);
    const own = events.filter(({ stream }) => !stream.startsWith('product-'));
    const { keys, seals: newest } = await this.seals.published(1);
    const proofs = await this.proofs(slot, own, keys);
    const receipt = slot ? await this.receipts.receiptOf(order) : null;
    const seals = new Map([...proofs.map(({ seal }) => seal), ...newest].map((seal) => [seal.number, seal]));
    const verifier = await readFile(VERIFIER).catch(unlessUnbuilt);
    return zipped([
      { name: 'README.txt', content: readme(order.orderId, mails.length) },
      ...(verifier ? [{ name: 'verifier.html', content: verifier }] : []),
      { name: 'events.ndjson', content: own.map(lineOf).join('') },
      { name: 'seals.json', content: json({ keys, seals: inOrder([...seals.values()]), before: null }) },
      ...proofs.map((proof, index) => ({ name: `proofs/${index + 1}-${proof.kind}.json`, content: json(proof) })),
      ...(receipt === null ? [] : [{ name: 'receipt.txt', content: `${receipt}\n` }]),
      ...mails,
    ]);
  }

  /** Of the slot, and of the last sealed event of each stream: its hash stands for all before it. */
  private async proofs(slot: RecordedEvent | undefined, own: readonly RecordedEvent[], keys: readonly SealKey[]) {
    const last = await this.seals.last();
    const newest = new Map<string, RecordedEvent>();
    for (const event of own) if (last && event.position <= last.position) newest.set(event.stream, event);
    const wanted: Proven[] = [
      ...(slot ? [{ kind: 'slot' as const, event: slot }] : []),
      ...[...newest.values()].map((event) => ({ kind: 'event' as const, event })),
    ];
    const proofs = [];
    for (const one of wanted) {
      const sealed = await this.seals.proofOf(one.event.position);
      if (sealed) proofs.push(await this.document(one, sealed, keys));
    }
    return proofs;
  }

  private async document(
    { kind, event }: Proven,
    { seal, ...inclusion }: { seal: Seal; index: number; size: number; path: string[] },
    keys: readonly SealKey[],
  ) {
    const format = 'supreme-access-proof/1';
    return {
      format,
      kind,
      event: JSON.parse(lineOf(event)),
      previous: await this.before(event),
      inclusion,
      seal,
      keys,
    };
  }

  private async before({ stream, revision }: RecordedEvent): Promise<string> {
    if (revision === 0) return GENESIS;
    for await (const { metadata } of this.log.readStream(stream, { from: revision - 1, limit: 1 }))
      return metadata.hash;
    return GENESIS;
  }
}

const json = (value: object): string => `${JSON.stringify(value, null, 1)}\n`;

function inOrder(seals: readonly Seal[]): Seal[] {
  return seals.toSorted((a, b) => a.number - b.number);
}

/** A server without its pages offers the file nowhere else either. */
function unlessUnbuilt(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function readme(orderId: string, mails: number): string {
  const lines = [
    `Evidence bundle of order ${orderId}`,
    '',
    'Open verifier.html (no network is needed) and give it this zip. It names the first thing that is wrong.',
    'Compare the id of the key that it shows with the one that you noted before: the bundle cannot vouch for it.',
    '',
    'events.ndjson   the events of the order and of its mails; what is personal is sealed',
    'proofs/         that seals count the slot, and the newest event of each stream',
    'seals.json      these seals and the public keys',
    'receipt.txt     the signed slot receipt, where the order has a slot',
    mails > 0
      ? 'mails/          the mails as they were sent, without links; nothing signs them. Personal: keep them accordingly.'
      : 'There are no mails in it.',
    '',
    'The format is that of docs/log-format.md.',
  ];
  return `${lines.join('\n')}\n`;
}
