import { invalid } from './api-error.js';
import { kindOf, type Metadata } from './objects.js';
import type { Call, Routes } from './routes.js';

const KINDS = ['lose-answer', 'error-before', 'error-after', 'delay'] as const;

/**
 * `lose-answer`: executed, then the connection breaks. `error-before`: 500, nothing executed, key free. `error-after`: executed, 500, and
 * the key answers 500 from then on, as Stripe's does. `delay`: executed late.
 */
export interface Fault {
  kind: (typeof KINDS)[number];
  times: number;
  path?: string;
  method?: string;
  metadata: Metadata;
  delayMs: number;
}

function faultOf({ params }: Call): Fault {
  const kind = KINDS.find((allowed) => allowed === params.required('kind'));
  if (!kind) throw invalid(`kind must be one of ${KINDS.join(', ')}.`, undefined, 'kind');
  return {
    kind,
    times: params.integer('times') ?? 1,
    path: params.text('path'),
    method: params.text('method'),
    metadata: params.metadata(),
    delayMs: params.integer('delayMs') ?? 0,
  };
}

function metadataOf({ tx, id, params }: Call): Metadata {
  const named = [id, params.text('payment_intent'), params.text('charge')].flatMap((objectId) => {
    const kind = objectId === undefined ? undefined : kindOf(objectId);
    const object = kind && objectId ? tx.get(kind, objectId) : undefined;
    return object && 'metadata' in object ? [object.metadata] : [];
  });
  return Object.assign({}, ...named, params.metadata());
}

/** Tests and the demo order faults. They strike in that order and do not outlive the process. */
export class Faults {
  private list: Fault[] = [];

  readonly routes: Routes = {
    'GET /emulator/faults': () => ({ faults: this.list }),
    'POST /emulator/faults': (call) => {
      const fault = faultOf(call);
      this.list = [...this.list, fault];
      return fault;
    },
    'DELETE /emulator/faults': () => {
      this.list = [];
      return { faults: [] };
    },
  };

  strike(method: string, call: Call): Fault | undefined {
    if (this.list.length === 0 || !call.path.startsWith('/v1/')) return undefined;
    const carried = metadataOf(call);
    const fault = this.list.find(
      (candidate) =>
        (candidate.method ?? method) === method &&
        call.path.includes(candidate.path ?? '') &&
        Object.entries(candidate.metadata).every(([name, value]) => carried[name] === value),
    );
    if (fault) fault.times -= 1;
    this.list = this.list.filter(({ times }) => times > 0);
    return fault;
  }
}
