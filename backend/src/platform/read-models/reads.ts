import type { Projection } from '../projections/projection.js';
import type { Query, ReadModels } from './read-models.js';

/** Typed reading of what projections made. Documents are shared: read, never change them. */
export class Reads {
  constructor(private readonly models: ReadModels) {}

  get<D>(projection: Projection<D>, id: string): Promise<D | undefined> {
    return this.models.get<D>(projection, id);
  }
  find<D>(projection: Projection<D>, query: Query = {}): Promise<D[]> {
    return this.models.find<D>(projection, query);
  }
  count<D>(projection: Projection<D>, where: Query['where'] = {}): Promise<number> {
    return this.models.count(projection, where);
  }
}
