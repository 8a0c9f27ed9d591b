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
export function derivedMetadata(metadata: CommandMetadata): CommandMetadata {
  return { ...metadata, commandId: randomId(), causationId: metadata.causationId ?? metadata.commandId };
}

export function effectOf(metadata: CommandMetadata): CommandMetadata {
  return { ...metadata, causationId: metadata.commandId };
}

export function systemStep(worker: string, metadata: CommandMetadata): CommandMetadata {
  return { ...derivedMetadata(metadata), actor: { kind: 'worker', id: worker } };
}

/** The derived command id makes the step a duplicate when the request is repeated. */
export function furtherStep(metadata: CommandMetadata, step: string): CommandMetadata {
  return {
    ...metadata,
    commandId: uuidV5(metadata.commandId, step),
    causationId: metadata.causationId ?? metadata.commandId,
  };
}

export function requestOf({ commandId, requestHash }: CommandMetadata): string {
  return `${commandId} ${requestHash}`;
}

export function isKeyed({ requestHash }: CommandMetadata): boolean {
  return requestHash !== '';
}
