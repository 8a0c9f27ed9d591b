import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { type Appended, EVERYTHING, type Held, type Proposed } from './store.js';

/** ticks of 100 ns; a fixed time, because no client reads it */
const CREATED = '17000000000000000';

export type Refusal = Partial<StatusObject>;

/** Clients read the `exception` in the trailers. */
export function refusal(code: status, details: string, trailers: Readonly<Record<string, string>> = {}): Refusal {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

export const accessDenied = () => refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const unavailable = (details: string) => refusal(status.UNAVAILABLE, details);

export const unknownHere = (what: string) => refusal(status.UNIMPLEMENTED, `this emulator does not support ${what}`);

export function notLeader(port: number): Refusal {
  const leader = { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(port) };
  return refusal(status.NOT_FOUND, 'Leader info available', { exception: 'not-leader', ...leader });
}

export function tooLarge(limit: number): Refusal {
  const trailers = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(limit) };
  return refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, trailers);
}

export function streamDeleted(stream: string): Refusal {
  const trailers = { exception: 'stream-deleted', 'stream-name': stream };
  return refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, trailers);
}

export function streamNameOf(identifier: StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
}

export function proposed(message: AppendReq.ProposedMessage): Proposed {
  return {
    id: message.getId()?.getString().toLowerCase() ?? '',
    properties: message.getMetadataMap().toArray(),
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The position of the last event, or the stream's current revision. */
export function appended(result: Appended): AppendResp {
  const answer = new streams.AppendResp();
  if ('current' in result) {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (result.current < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(result.current));
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(String(result.revision));
  if (result.position === undefined) return answer.setSuccess(success.setNoPosition(new shared.Empty()));
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(result.position)).setPreparePosition(String(result.position));
  return answer.setSuccess(success.setPosition(position));
}

export function recorded(event: Held): ReadResp {
  const position = String(event.position);
  const record = new streams.ReadResp.ReadEvent.RecordedEvent();
  record.setId(new shared.UUID().setString(event.id));
  record.setStreamIdentifier(identifierOf(event.stream));
  record.setStreamRevision(revisionOf(event)).setCommitPosition(position).setPreparePosition(position);
  for (const [name, value] of event.properties) record.getMetadataMap().set(name, value);
  record.getMetadataMap().set('created', CREATED);
  record.setData(event.data).setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
}

function revisionOf({ revision }: Held): string {
  return Number.isFinite(revision) ? String(revision) : EVERYTHING;
}

export function streamNotFound(stream: string): ReadResp {
  const nothing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream));
  return new streams.ReadResp().setStreamNotFound(nothing);
}

export function confirmation(id: string): ReadResp {
  return new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));
}

export function checkpoint(position: number): ReadResp {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(String(position)).setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(reached);
}

export const caughtUp = () => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const fellBehind = () => new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());

function identifierOf(stream: string): StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
}
