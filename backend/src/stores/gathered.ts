import { outsideRequests } from '../telemetry/request-context.js';

type Call<V> = (ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;

/** Makes one call of all that ask for an id in one turn of the event loop. */
export class Gathered<V> {
  private open: { ids: Set<string>; answer: Promise<ReadonlyMap<string, V>> } | undefined;

  constructor(private readonly call: Call<V>) {}

  async get(id: string): Promise<V | undefined> {
    this.open ??= outsideRequests(() => this.begin());
    const { ids, answer } = this.open;
    ids.add(id);
    return (await answer).get(id);
  }

  private begin() {
    const ids = new Set<string>();
    const made = async () => {
      await new Promise(setImmediate);
      this.open = undefined;
      return this.call([...ids]);
    };
    return { ids, answer: made() };
  }
}
