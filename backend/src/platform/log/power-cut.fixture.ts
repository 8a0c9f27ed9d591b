import type { RootDatabase, RootDatabaseOptions } from 'lmdb';

type Key = number | [string, number];
type Row = [table: string, key: Key, value: unknown];
interface Range {
  start?: Key;
  reverse?: boolean;
  limit?: number;
}

/**
 * A disk that keeps what was flushed when the power goes, and as much of LMDB on it as the log needs. When a commit is answered
 * follows the options, as in lmdb: with `overlappingSync` (on unless it is turned off), `noSync` or `noMetaSync` before the flush.
 */
export class PowerCutDisk {
  private kept: Row[] = [];
  private waiting: (() => void)[] = [];

  /** What was committed until now is on the disk. */
  flush(): void {
    for (const flushed of this.waiting.splice(0)) flushed();
  }

  /** In place of lmdb's `open`: what is there is what was flushed. */
  readonly open = (options: RootDatabaseOptions): RootDatabase => {
    const rows = [...this.kept];
    const isEarly = options.overlappingSync !== false || options.noSync === true || options.noMetaSync === true;
    const isLost = options.noSync === true || options.noMetaSync === true;
    const commit = async (written: Row[]): Promise<boolean> => {
      const flushed = new Promise<void>((resolve) => this.waiting.push(resolve)).then(() => {
        if (!isLost) this.kept.push(...written);
      });
      if (!isEarly) await flushed;
      rows.push(...written);
      return true;
    };
    let open: Row[] = [];
    const tables = (table: string) => ({
      ifNoExists: (key: Key, write: () => void) => {
        if (rows.some((row) => row[0] === table && compare(row[1], key) === 0)) return Promise.resolve(false);
        open = [];
        write();
        return commit(open);
      },
      put: (key: Key, value: unknown) => open.push([table, key, value]),
      get: (key: Key) =>
        inRange(rows, table, { start: key, limit: 1 }).find((row) => compare(row.key, key) === 0)?.value,
      getRange: (range: Range) => inRange(rows, table, range),
      getKeys: (range: Range) => inRange(rows, table, range).map(({ key }) => key),
    });
    return { openDB: tables, close: async () => undefined } as unknown as RootDatabase;
  };
}

function inRange(rows: readonly Row[], table: string, { start, reverse = false, limit }: Range) {
  const way = reverse ? -1 : 1;
  return rows
    .filter((row) => row[0] === table && (start === undefined || way * compare(row[1], start) >= 0))
    .toSorted((a, b) => way * compare(a[1], b[1]))
    .slice(0, limit)
    .map(([, key, value]) => ({ key, value }));
}

function compare(one: Key, other: Key): number {
  const [a, b] = [[one].flat(), [other].flat()] as [(string | number)[], (string | number)[]];
  for (const [i, part] of a.entries()) {
    const that = b[i] ?? '';
    if (part !== that) return part < that ? -1 : 1;
  }
  return 0;
}
