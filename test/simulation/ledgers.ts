import type { EntryLog } from '../../backend/src/emulators/shop/ledger-file.js';
import type { Extent, LedgerLine, LineLog } from '../../backend/src/emulators/stripe/ledger.js';

/** The emulators' ledgers lose nothing: the simulation does not break them. */
export function memoryEntryLog<Entry>(): EntryLog<Entry> {
  return { append: async () => undefined, durable: async () => undefined, close: async () => undefined };
}

export function memoryLineLog(): LineLog {
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
