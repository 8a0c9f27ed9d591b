import type { KeptEntries } from '../../backend/src/partners/sandbox-retailer/ledger-file.js';
import type { Extent, KeptLines, LedgerLine } from '../../backend/src/partners/stripe-emulator/ledger.js';

/** A partner's ledger. Partners are not what the drill breaks: what they were told, they keep. */
export function keptEntries<Entry>(): KeptEntries<Entry> {
  return { append: async () => undefined, durable: async () => undefined, close: async () => undefined };
}

export function keptLines(): KeptLines {
  const lines: string[] = [];
  return {
    append(line: LedgerLine): Extent {
      lines.push(JSON.stringify(line));
      return { offset: lines.length - 1, length: 1 };
    },
    read: ({ offset }) => JSON.parse(lines[offset] ?? 'null') as LedgerLine,
    durable: async () => undefined,
    close: async () => undefined,
  };
}
