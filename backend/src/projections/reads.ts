import type { Query, ReadModels } from '../stores/read-models/read-models.js';
import type { Projection } from './projection.js';
import type { Projector } from './projector.js';

/** Documents are shared: never change them. @throws Refused 'projection-stopped' */
export class Reads {
  constructor(
    private readonly models: ReadModels,
    private readonly projector?: Pick<Projector, 'assertFolded'>,
  ) {}

  async get<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    this.projector?.assertFolded(projection);
    return this.models.get<D>(projection, id);
  }
  async find<D>(projection: Projection<D>, query: Query = {}): Promise<D[]> {
    this.projector?.assertFolded(projection);
    return this.models.find<D>(projection, query);
  }
  async count<D>(projection: Projection<D>, where: Query['where'] = {}): Promise<number> {
    this.projector?.assertFolded(projection);
    return this.models.count(projection, where);
  }
  async countBy<D>(projection: Projection<D>, field: string, where: Query['where']): Promise<Map<string, number>> {
    this.projector?.assertFolded(projection);
    return this.models.countBy(projection, field, where);
  }
}
