import { causeOfJob } from '../telemetry/request-context.js';
import type { Origin } from './decider.js';
import { randomId, sha256, uuidV5 } from './ids.js';

/**
 * Metadata of a worker's command: a new command id per try, so that of two workers' claims one loses. In a job its cause is the
 * event that made the job due.
 */
export function workerOrigin(worker: string): Origin {
  const commandId = randomId();
  const causationId = causeOfJob();
  return {
    actor: { kind: 'worker', id: worker },
    commandId,
    requestHash: sha256(worker),
    correlationId: commandId,
    ...(causationId ? { causationId } : {}),
  };
}

/**
 * A further step of the same request or job, told twice by its own data instead of the command id. It has the job's cause; a
 * request's steps name the request's own command.
 */
export function freshStep(origin: Origin): Origin {
  return { ...origin, commandId: randomId(), causationId: origin.causationId ?? origin.commandId };
}

/** For what follows from the events of this very command. */
export function effectOf(origin: Origin): Origin {
  return { ...origin, causationId: origin.commandId };
}

/** A step that the system takes by itself, whoever asked for what needs it. */
export function systemStep(worker: string, origin: Origin): Origin {
  return { ...freshStep(origin), actor: { kind: 'worker', id: worker } };
}

/** The same request's further step, under an id that its copies find again: a step that was done before is a duplicate. */
export function furtherStep(origin: Origin, step: string): Origin {
  return { ...origin, commandId: uuidV5(origin.commandId, step), causationId: origin.causationId ?? origin.commandId };
}

/** What a request and its copies alone are known by: a key is of a route, and with another body it is another request. */
export function requestOf({ commandId, requestHash }: Origin): string {
  return `${commandId} ${requestHash}`;
}

/** Whether the request came with a key, under which it may come again. */
export function isKeyed({ requestHash }: Origin): boolean {
  return requestHash !== '';
}
