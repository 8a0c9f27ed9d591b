import type { Origin } from './decider.js';
import { randomId, sha256, uuidV5 } from './ids.js';

/** Origin of what a worker does: a fresh command id per try, so that of two workers' claims one loses. */
export function workerOrigin(worker: string, causationId?: string): Origin {
  const commandId = randomId();
  return {
    actor: { kind: 'worker', id: worker },
    commandId,
    requestHash: sha256(worker),
    correlationId: commandId,
    ...(causationId ? { causationId } : {}),
  };
}

/** The same request's further step, told twice by its own data instead of the command id. */
export function freshStep(origin: Origin): Origin {
  return { ...origin, commandId: randomId(), causationId: origin.commandId };
}

/** The same request's further step, under an id that its copies find again: a step that was done before is a duplicate. */
export function furtherStep(origin: Origin, step: string): Origin {
  return { ...origin, commandId: uuidV5(origin.commandId, step), causationId: origin.commandId };
}

/** What a request and its copies alone are known by: a key is of a route, and with another body it is another request. */
export function requestOf({ commandId, requestHash }: Origin): string {
  return `${commandId} ${requestHash}`;
}

/** Whether the request came with a key, under which it may come again. */
export function isKeyed({ requestHash }: Origin): boolean {
  return requestHash !== '';
}
