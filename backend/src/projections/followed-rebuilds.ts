import type { ThreadPort } from '../stores/thread-port.js';
import { type Rebuild, Rebuilds } from './rebuilds.js';

const CALLS = ['last', 'begin', 'replace', 'discard'] as const;

const nameOf = (call: (typeof CALLS)[number]) => `rebuilds.${call}`;

export function serveRebuilds(rebuilds: Rebuilds, port: ThreadPort): void {
  for (const call of CALLS) port.serve(nameOf(call), rebuilds[call].bind(rebuilds) as (...given: never[]) => unknown);
}

/** The thread that folds also rebuilds. */
export class FollowedRebuilds extends Rebuilds {
  constructor(
    private readonly port: Pick<ThreadPort, 'call'>,
    ...own: ConstructorParameters<typeof Rebuilds>
  ) {
    super(...own);
  }

  override last(): Promise<Rebuild | null> {
    return this.port.call(nameOf('last'));
  }

  override begin(name: string): Promise<Rebuild> {
    return this.port.call(nameOf('begin'), name);
  }

  override replace(name: string, id: string): Promise<Rebuild> {
    return this.port.call(nameOf('replace'), name, id);
  }

  override discard(): Promise<void> {
    return this.port.call(nameOf('discard'));
  }
}
