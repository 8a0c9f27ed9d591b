import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { EventGraph, EventLink, EventPage, LinkKind, LoggedEvent } from '@supreme-access/contract/shapes/audit.js';
import { InjectEventLog } from '../../config/tokens.js';
import { type Cause, causesOf, isNamedBy } from '../../event-sourcing/causes.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { all, eventAt, linkAt } from '../../event-sourcing/reading.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { chainHash, GENESIS } from '../../stores/event-log/hash-chain.js';
import { revisionAt, SLACK } from './log-places.js';

const [OWN, NAMED, AROUND] = [200, 200, 300];
const [DEPTH, BREADTH] = [3, 12];
/** ms to find an event by its id, and to find the cause of a shown event */
const [PATIENCE, CAUSE_PATIENCE] = [5_000, 500];
const STREAM = /^[a-z]+-[^@]{1,200}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class EventPages {
  constructor(@InjectEventLog() private readonly log: EventLog) {}

  /** `id`: a position, `stream@revision`, or the event's own id. @throws Refused 'not-found' */
  async of(id: string): Promise<EventPage> {
    const event = await this.find(id);
    const { stream, revision, metadata, data } = event;
    const [before, link, after] = await Promise.all([
      revision === 0 ? undefined : eventAt(this.log, stream, revision - 1),
      linkAt(this.log, stream, revision - 1),
      eventAt(this.log, stream, revision + 1),
    ]);
    const previousHash = link?.hash ?? GENESIS;
    const recomputed = chainHash(previousHash, stream, revision, event);
    const { near, isComplete } = await this.near(event);
    return {
      ...rowOf(event),
      data,
      metadata: { ...metadata },
      chain: {
        hash: metadata.hash,
        previousHash,
        recomputed,
        holds: recomputed === metadata.hash,
        before: before?.position ?? null,
        after: after?.position ?? null,
      },
      graph: graphOf(event, near, isComplete),
      correlated: near.filter((other) => other !== event && isCorrelated(event, other)).map(rowOf),
    };
  }

  private async find(id: string): Promise<RecordedEvent> {
    const event = await this.named(id);
    if (!event) throw noSuch('event');
    return event;
  }

  private async named(id: string): Promise<RecordedEvent | undefined> {
    if (/^\d{1,15}$/.test(id)) return this.log.at(Number(id));
    if (UUID.test(id)) return (await this.lookFor(id.toLowerCase(), {}, PATIENCE)).event;
    const [, stream, revision] = /^([a-z]+-[^@]+)@(\d{1,9})$/.exec(id) ?? [];
    if (stream !== undefined) return eventAt(this.log, stream, Number(revision));
    const text = 'Enter the position of an event, its ID, or its stream and revision, for example order-...@3.';
    throw new Refused('event-id-invalid', 'invalid', text);
  }

  /** No index leads from an id to a position, so it scans the log backwards for `patience` ms. */
  private async lookFor(id: string, from: { before?: number }, patience: number): Promise<Lookup> {
    const giveUp = performance.now() + patience;
    for (let place = from; performance.now() < giveUp; ) {
      const { events, reached } = await this.log.lookBack({ ...place, count: 1_000, mentions: [id] });
      const event = events.find((one) => isNamedBy(id, one));
      if (event || reached === null) return { event, isOver: true };
      place = { before: reached };
    }
    return { event: undefined, isOver: false };
  }

  /** `isComplete`: the event's cause is among them, or the log has none. */
  private async near(event: RecordedEvent): Promise<{ near: RecordedEvent[]; isComplete: boolean }> {
    const { stream, revision, position, metadata } = event;
    const named = namedBy(event);
    const found = await Promise.all([
      all(this.log.readStream(stream, { from: Math.max(0, revision - OWN), limit: 2 * OWN })),
      named === stream ? [] : this.before(named, metadata.recordedAt),
      all(this.log.readAll({ after: position, limit: AROUND })),
      this.log.lookBack({ before: position, count: AROUND }).then(({ events }) => events),
    ]);
    const near = found.flat();
    const { causationId } = metadata;
    let isComplete = true;
    if (causationId !== undefined && !near.some((one) => isNamedBy(causationId, one))) {
      const { event: cause, isOver } = await this.lookFor(causationId, { before: position }, CAUSE_PATIENCE);
      if (cause) near.push(cause);
      isComplete = isOver;
    }
    const byPosition = new Map(near.map((one) => [one.position, one]));
    byPosition.set(position, event);
    return { near: [...byPosition.values()].sort((a, b) => a.position - b.position), isComplete };
  }

  /** The events of a stream until some seconds after `at`, ms UTC. */
  private async before(stream: string, at: number): Promise<RecordedEvent[]> {
    const last = await revisionAt(this.log, stream, at + SLACK);
    return all(this.log.readStream(stream, { from: Math.max(0, last + 1 - NAMED), limit: NAMED }));
  }
}

interface Lookup {
  event: RecordedEvent | undefined;
  /** there is no earlier event left to look at, or it is found */
  isOver: boolean;
}

function namedBy({ stream, data: { orderId, about } }: RecordedEvent): string {
  if (typeof about === 'string' && STREAM.test(about)) return about;
  return typeof orderId === 'string' ? `order-${orderId}` : stream;
}

function isCorrelated(event: RecordedEvent, other: RecordedEvent): boolean {
  return event.metadata.correlationId !== '' && other.metadata.correlationId === event.metadata.correlationId;
}

/** It names a cause that is not among these. */
function isUnnamed({ metadata }: RecordedEvent, causes: readonly { kind: LinkKind }[]): boolean {
  return metadata.causationId !== undefined && !causes.some(({ kind }) => kind === 'recorded');
}

/** `isComplete`: its cause is in `near`, or the log has none */
export function graphOf(event: RecordedEvent, near: readonly RecordedEvent[], isComplete = true): EventGraph {
  const causes = new Map(near.map((one, index) => [one, causesOf(one, near.slice(0, index))]));
  const effects = new Map<RecordedEvent, (Cause & { effect: RecordedEvent })[]>();
  for (const [effect, own] of causes) {
    for (const link of own) effects.set(link.cause, [...(effects.get(link.cause) ?? []), { ...link, effect }]);
  }
  const shown = new Set([event]);
  const links = new Map<string, EventLink>();
  let isCut = !isComplete;
  const walk = (from: RecordedEvent, isBack: boolean, depth: number): void => {
    const next = isBack
      ? (causes.get(from) ?? []).map((link) => ({ ...link, effect: from, other: link.cause }))
      : (effects.get(from) ?? []).map((link) => ({ ...link, other: link.effect }));
    const isFar = isBack && from !== event && isUnnamed(from, next);
    isCut ||= next.length > BREADTH || (depth === DEPTH && next.length > 0) || isFar;
    if (depth === DEPTH) return;
    for (const { cause, effect, other, kind } of next.slice(0, BREADTH)) {
      links.set(`${cause.position} ${effect.position}`, { from: cause.position, to: effect.position, kind });
      if (shown.has(other)) continue;
      shown.add(other);
      walk(other, isBack, depth + 1);
    }
  };
  walk(event, true, 0);
  walk(event, false, 0);
  const events = [...shown].sort((a, b) => a.position - b.position).map(rowOf);
  return { events, links: [...links.values()], isCut };
}

export function rowOf({ position, id, stream, revision, type, metadata }: RecordedEvent): LoggedEvent {
  const { actor, correlationId, recordedAt } = metadata;
  return { position, eventId: id, stream, revision, type, at: iso(recordedAt), actor, correlationId };
}

export const iso = (ms: number) => new Date(ms).toISOString();
