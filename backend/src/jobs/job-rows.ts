import type { Projection } from '../projections/projection.js';
import type { Query, ReadModels } from '../stores/read-models/read-models.js';
import type { Job } from './jobs.projection.js';

export type JobPlace = Pick<Job, 'dueAt' | 'id'>;

const MOST = 20_000;
const BY_TIME = [
  ['dueAt', 'asc'],
  ['id', 'asc'],
] as const;

export class JobRows {
  constructor(
    private readonly models: ReadModels,
    private readonly due: Projection<Job>,
  ) {}

  async page(kind: string, after: JobPlace | undefined, limit: number): Promise<Job[]> {
    if (!after) return this.models.find<Job>(this.due, { where: { kind }, sort: BY_TIME, limit });
    const { dueAt, id } = after;
    const [tied, later] = await Promise.all([
      this.models.find<Job>(this.due, { where: { kind, dueAt, id: { gt: id } }, sort: [['id', 'asc']], limit }),
      this.models.find<Job>(this.due, { where: { kind, dueAt: { gt: dueAt } }, sort: BY_TIME, limit }),
    ]);
    return [...tied, ...later].slice(0, limit);
  }

  async again(keys: readonly string[]): Promise<Map<string, Job>> {
    const stored = await this.models.rows<Job>(this.due, keys);
    return new Map([...stored].flatMap(([key, { document }]) => (document ? [[key, document] as const] : [])));
  }

  find(query: Query): Promise<Job[]> {
    return this.models.find<Job>(this.due, query);
  }

  count(where: Query['where']): Promise<number> {
    return this.models.count(this.due, where);
  }

  async kinds(): Promise<string[]> {
    return [...(await this.models.countBy(this.due, 'kind')).keys()];
  }

  claimed(kind: string): Promise<Job[]> {
    return this.models.find<Job>(this.due, { where: { kind, claimed: true }, sort: BY_TIME, limit: MOST });
  }

  overdue(kind: string, now: number): Promise<Job[]> {
    return this.models.find<Job>(this.due, { where: { kind, dueAt: { lte: now } }, sort: BY_TIME, limit: MOST });
  }
}
