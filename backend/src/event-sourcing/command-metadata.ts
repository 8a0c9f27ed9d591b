import { causeOfJob } from '../telemetry/request-context.js';
import type { Origin } from './decider.js';
import { randomId, sha256, uuidV5 } from './ids.js';

/** A new command id per attempt, so that of two workers' claims one fails. */
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

/** A further step of the same request, idempotent by its own data instead of the command id. */
export function freshStep(origin: Origin): Origin {
  return { ...origin, commandId: randomId(), causationId: origin.causationId ?? origin.commandId };
}

export function effectOf(origin: Origin): Origin {
  return { ...origin, causationId: origin.commandId };
}

export function systemStep(worker: string, origin: Origin): Origin {
  return { ...freshStep(origin), actor: { kind: 'worker', id: worker } };
}

/** The derived command id makes the step a duplicate when the request is repeated. */
export function furtherStep(origin: Origin, step: string): Origin {
  return { ...origin, commandId: uuidV5(origin.commandId, step), causationId: origin.causationId ?? origin.commandId };
}

export function requestOf({ commandId, requestHash }: Origin): string {
  return `${commandId} ${requestHash}`;
}

export function isKeyed({ requestHash }: Origin): boolean {
  return requestHash !== '';
}
