import type { LinkKind } from '@supreme-access/contract/shapes/audit.js';
import type { RecordedEvent } from '../stores/event-log/event-log.js';

export interface Cause {
  cause: RecordedEvent;
  kind: LinkKind;
}

export function isNamedBy(causationId: string | undefined, { id, metadata }: RecordedEvent): boolean {
  return causationId !== undefined && (id === causationId || metadata.commandId === causationId);
}

export function causesOf({ metadata }: RecordedEvent, before: readonly RecordedEvent[]): Cause[] {
  const { causationId, commandId } = metadata;
  const named = before.findLast((other) => isNamedBy(causationId, other));
  const together = before.findLast((other) => other.metadata.commandId === commandId);
  return [
    ...(named ? [{ cause: named, kind: 'recorded' as const }] : []),
    ...(together && together !== named ? [{ cause: together, kind: 'together' as const }] : []),
  ];
}
