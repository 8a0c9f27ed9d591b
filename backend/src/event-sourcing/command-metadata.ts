import { causeOfJob } from '../telemetry/request-context.js';
import type { CommandMetadata } from './decider.js';
import { randomId, sha256, uuidV5 } from './ids.js';

/** A new command id per attempt, so that of two workers' claims one fails. */
export function workerMetadata(worker: string): CommandMetadata {
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
export function derivedMetadata(origin: CommandMetadata): CommandMetadata {
  return { ...origin, commandId: randomId(), causationId: origin.causationId ?? origin.commandId };
}

export function effectOf(origin: CommandMetadata): CommandMetadata {
  return { ...origin, causationId: origin.commandId };
}

export function systemStep(worker: string, origin: CommandMetadata): CommandMetadata {
  return { ...derivedMetadata(origin), actor: { kind: 'worker', id: worker } };
}

/** The derived command id makes the step a duplicate when the request is repeated. */
export function furtherStep(origin: CommandMetadata, step: string): CommandMetadata {
  return { ...origin, commandId: uuidV5(origin.commandId, step), causationId: origin.causationId ?? origin.commandId };
}

export function requestOf({ commandId, requestHash }: CommandMetadata): string {
  return `${commandId} ${requestHash}`;
}

export function isKeyed({ requestHash }: CommandMetadata): boolean {
  return requestHash !== '';
}
