/** What a row's value is judged by: itself, its 99th percentile, or its ratio to the bare twin. */
export type Judged = 'value' | 'p99' | 'ratio';

export interface Target {
  judged: Judged;
  better: '<=' | '>=';
  must: number;
  goal: number;
}

type Line = readonly [rows: RegExp, judged: Judged, better: Target['better'], must: number, goal?: number];

/** Musts and goals of rows at the sizes that their names say, for two cores that the load generator shares; the first match counts. */
const TARGETS: readonly Line[] = [
  [/^reservations of one hot product$/, 'ratio', '>=', 0.28, 0.35],
  [/^reservations of one hot product: p99 of the median$/, 'value', '<=', 2.5, 2],
  [/^the answering thread's processor time per reservation$/, 'ratio', '<=', 4, 3],
  [/^500 shoppers at once for 100 slots, settled$/, 'value', '<=', 500, 150],
  [/^the last .* slots of .*: processor time per reservation$/, 'ratio', '<=', 1.15, 1],
  [/^release of 10,000 orders: attempts begun$/, 'ratio', '>=', 0.2, 0.3],
  [/^release of 10,000 orders: last attempt begun$/, 'value', '<=', 12_500, 7_000],
  [/^release of .*: processor time per order, fees and mails included$/, 'value', '<=', 5, 3.5],
  [/^release of .*: (fees charged|mails sent)$/, 'value', '>=', 300, 500],
  [/^beside a release of 3,000: reservations' p99$/, 'ratio', '<=', 1.5, 1.2],
  [/^beside a release of 3,000: first attempt after releaseAt$/, 'value', '<=', 100, 50],
  [/^beside a release of 3,000: command to visible$/, 'p99', '<=', 1_500, 150],
  [/^(beside a release of 3,000: |)from event to stream, 400 listeners, at most$/, 'value', '<=', 1_000, 500],
  [/^first attempt after releaseAt, .* releases/, 'p99', '<=', 100, 50],
  [/^first attempt after releaseAt, beside lists$/, 'value', '<=', 1_000, 250],
  [/^lists refused$/, 'p99', '<=', 50],
  [/^command to visible in the read models, 500\/s$/, 'p99', '<=', 15, 5],
  [/^ready after a start on nothing$/, 'value', '<=', 2, 1.5],
  [/^ready after a start, 100,000 orders$/, 'value', '<=', 3, 2],
  [/^memory at rest, 100,000 orders$/, 'value', '<=', 300, 200],
  [/^memory in a rush, 100,000 orders$/, 'value', '<=', 400, 300],
  [/^read models folded and on the disk/, 'value', '>=', 15_000, 30_000],
  [/^admin list, 100,000 orders, p95$/, 'value', '<=', 30, 15],
  [/^an order's story, 100,000 orders, p95$/, 'value', '<=', 30, 15],
  [/^search for what everyone has, 100,000 orders, p95$/, 'value', '<=', 150, 80],
  [/^desk, /, 'value', '<=', 50, 30],
  [/^(?!embedded).*: release of .*: attempts begun$/, 'value', '>=', 250, 400],
  [/^(?!embedded).*: (fees charged|mails sent), from the release on$/, 'value', '>=', 150, 300],
  [/^(?!embedded).*: our processor time per order, fees and mails included$/, 'value', '<=', 14, 9],
  [/^(?!embedded).*: rebuild of all read models/, 'value', '>=', 15_000, 30_000],
  [/^[24] serving, .*, by product: processor time per reservation$/, 'ratio', '<=', 1.1, 1],
  [/^@nestjs\/jwt verify with createSecretKey$/, 'ratio', '>=', 2, 4],
  [/ unreachable for 60 h, .*: most events of an order$/, 'value', '<=', 20, 5],
  [/ unreachable for 60 h, .*: heap without log and partners$/, 'value', '<=', 600, 300],
  [/^(home|product): first contentful paint$/, 'value', '<=', 1_500, 1_000],
  [/^(home|product): largest contentful paint$/, 'value', '<=', 2_200, 1_800],
  [/^(home|product): layout shift$/, 'value', '<=', 0.02, 0],
  [/^(home|product): interaction to next paint$/, 'value', '<=', 100, 50],
  [/^admin: first contentful paint$/, 'value', '<=', 2_500, 1_000],
  [/^admin: layout shift$/, 'value', '<=', 0.05, 0],
  [/^the longest benchmark$/, 'value', '<=', 180, 120],
  [/^the whole table$/, 'value', '<=', 900, 600],
];

export function targetOf(name: string): Target | undefined {
  const [, judged, better, must, goal = must] = TARGETS.find(([rows]) => rows.test(name)) ?? [];
  return judged && better && must !== undefined && goal !== undefined ? { judged, better, must, goal } : undefined;
}
