import type { Projection } from '../projections/projection.js';
import type { Query, ReadModels } from '../stores/read-models/read-models.js';
import type { DueRow } from './jobs.projection.js';

export type DuePlace = Pick<DueRow, 'dueAt' | 'id'>;

const MOST = 20_000;
const BY_TIME = [
  ['dueAt', 'asc'],
  ['id', 'asc'],
] as const;

export class DueRows {
  constructor(
    private readonly models: ReadModels,
    private readonly due: Projection<DueRow>,
  ) {}

  async page(kind: string, after: DuePlace | undefined, limit: number): Promise<DueRow[]> {
    if (!after) return this.models.find<DueRow>(this.due, { where: { kind }, sort: BY_TIME, limit });
    const { dueAt, id } = after;
    const [tied, later] = await Promise.all([
      this.models.find<DueRow>(this.due, { where: { kind, dueAt, id: { gt: id } }, sort: [['id', 'asc']], limit }),
      this.models.find<DueRow>(this.due, { where: { kind, dueAt: { gt: dueAt } }, sort: BY_TIME, limit }),
    ]);
    return [...tied, ...later].slice(0, limit);
  }

  async again(keys: readonly string[]): Promise<Map<string, DueRow>> {
    const stored = await this.models.rows<DueRow>(this.due, keys);
    return new Map([...stored].flatMap(([key, { document }]) => (document ? [[key, document] as const] : [])));
  }

  find(query: Query): Promise<DueRow[]> {
    return this.models.find<DueRow>(this.due, query);
  }

  count(where: Query['where']): Promise<number> {
    return this.models.count(this.due, where);
  }

  claimed(kind: string): Promise<DueRow[]> {
    return this.models.find<DueRow>(this.due, { where: { kind, claimed: true }, sort: BY_TIME, limit: MOST });
  }

  overdue(kind: string, now: number): Promise<DueRow[]> {
    return this.models.find<DueRow>(this.due, { where: { kind, dueAt: { lte: now } }, sort: BY_TIME, limit: MOST });
  }
}
