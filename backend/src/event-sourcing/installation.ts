import { type EventLog, NO_STREAM, type RecordedEvent, WrongExpectedRevision } from '../stores/event-log/event-log.js';
import { type Link, linkAfter } from '../stores/event-log/stream-integrity.js';
import { FORMAT, tooNew, tooOld } from '../stores/format.js';
import type { Schema } from './codec.js';
import { unreachable } from './decider.js';
import { systemEvent } from './system-event.js';

export type InstallationEvent =
  | { type: 'LogCreated'; data: { id: string } }
  /** older programs may not know the events after this one */
  | { type: 'LogFormatRaised'; data: { format: number } };

export interface InstallationState {
  id: string | null;
  format: number;
}

export const INSTALLATION = 'system-installation';

export const NO_INSTALLATION: InstallationState = { id: null, format: 0 };

export function evolveInstallation(state: InstallationState, event: InstallationEvent): InstallationState {
  switch (event.type) {
    case 'LogCreated':
      return { ...state, id: event.data.id };
    case 'LogFormatRaised':
      return { ...state, format: Math.max(state.format, event.data.format) };
    default:
      return unreachable(event);
  }
}

const OLD_MARKER = 'InstallationMade';

/** @throws UnknownFormat when the log's format is newer than this program or older than 1.0 */
export function assertSupportedFormat(events: readonly Pick<RecordedEvent, 'stream' | 'type' | 'data'>[]): void {
  for (const { stream, type, data } of events) {
    if (stream !== INSTALLATION) continue;
    if (type === OLD_MARKER) throw tooOld('The event log', 'an empty event store');
    const { format } = data;
    if (type === 'LogFormatRaised' && typeof format === 'number' && format > FORMAT) {
      throw tooNew('The event log', format);
    }
  }
}

/** `id` is null for an empty log. @throws UnknownFormat */
export async function readInstallation(log: Pick<EventLog, 'readStream'>): Promise<InstallationState> {
  return (await load(log)).state;
}

/** When several processes start at once, the first id wins. @throws UnknownFormat */
export async function makeInstallation(log: EventLog, id: string, schema: Schema): Promise<void> {
  await record(log, schema, ({ state }) => (state.id === null ? { type: 'LogCreated', data: { id } } : undefined));
}

/** Older programs cannot read the log afterwards. @throws UnknownFormat */
export async function raiseFormat(log: EventLog, schema: Schema): Promise<void> {
  await record(log, schema, ({ state }) =>
    state.format < FORMAT ? { type: 'LogFormatRaised', data: { format: FORMAT } } : undefined,
  );
}

interface Loaded {
  state: InstallationState;
  end: Link | undefined;
}

async function load(log: Pick<EventLog, 'readStream'>): Promise<Loaded> {
  let { state, end }: Loaded = { state: NO_INSTALLATION, end: undefined };
  for await (const event of log.readStream(INSTALLATION)) {
    end = linkAfter(end, event);
    if (event.isForeign) continue;
    assertSupportedFormat([event]);
    state = evolveInstallation(state, event as unknown as InstallationEvent);
  }
  return { state, end };
}

async function record(
  log: EventLog,
  schema: Schema,
  decide: (loaded: Loaded) => InstallationEvent | undefined,
): Promise<void> {
  for (;;) {
    const loaded = await load(log);
    const event = decide(loaded);
    if (!event) return;
    const stored = systemEvent(INSTALLATION, event, loaded.end, schema);
    try {
      await log.append(INSTALLATION, loaded.end?.revision ?? NO_STREAM, [stored]);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}
