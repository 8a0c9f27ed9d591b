/** A fact in the past tense. `data` holds everything that replay needs; only `data.personal` is sealed. */
export interface DomainEvent {
  type: string;
  data: object;
  /** whose key seals `data.personal`: `account-{id}` or `guest-{orderId}` */
  subject?: string;
}

export type ActorKind = 'shopper' | 'guest' | 'admin' | 'auditor' | 'worker' | 'system';

export interface CommandMetadata {
  actor: { kind: ActorKind; id: string };
  /** UUID; a command repeated under the same id is a duplicate */
  commandId: string;
  /** HMAC (base64url) of a request with an Idempotency-Key, otherwise '' */
  requestHash: string;
  correlationId: string;
  causationId?: string;
  client?: string;
  /** called with the log position of each durable effect; not recorded */
  settled?: (position: number) => void;
}

export abstract class Command<Data = unknown> {
  abstract readonly type: string;
  /** probably the first one of its stream: the stream is not read, and the append fails if it exists */
  readonly isFirst: boolean = false;
  constructor(
    readonly id: string,
    readonly data: Data,
    readonly metadata: CommandMetadata,
  ) {}
}

/** `version`: the one that the editor read; without it the last write wins */
export abstract class EditCommand<Data> extends Command<Data> {
  constructor(
    id: string,
    changes: Data,
    metadata: CommandMetadata,
    readonly version?: number,
  ) {
    super(id, changes, metadata);
  }
}

export type CommandClass<C extends Command = Command> = new (id: string, data: never, metadata: CommandMetadata) => C;
export type CommandOf<Listed extends Record<string, CommandClass>> = InstanceType<Listed[keyof Listed]>;

/** A pure aggregate: `decide` returns `[]` for a duplicate, `evolve` never sees `data.personal`. @throws Refused */
export interface Decider<State, C extends Command, E extends DomainEvent> {
  /** streams are named `{category}-{id}` */
  readonly category: string;
  readonly commands: { readonly [Type in C['type']]: CommandClass };
  readonly initial: State;
  decide(command: C, state: State, now: number): E[];
  evolve(state: State, event: E): State;
}

export type AnyDecider = Decider<unknown, Command, DomainEvent>;

export interface Handled<State, E> {
  state: State;
  events: E[];
  /** log position that a reader must have passed to see the effect */
  position: number;
}

export interface StreamState<State> {
  state: State;
  revision: number;
  position: number;
  isDone: boolean;
}

export type RefusalKind =
  | 'invalid' // 400
  | 'unauthorized' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'conflict' // 409
  | 'gone' // 410
  | 'too-large' // 413
  | 'unsupported-media-type' // 415
  | 'unprocessable' // 422
  | 'too-many' // 429
  | 'unavailable'; // 503

/** An expected refusal: `code` is a stable kebab-case word, `message` is shown to people. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly kind: RefusalKind,
    message: string = code,
    /** seconds */
    readonly retryAfter?: number,
    readonly more: object = {},
  ) {
    super(message);
  }
}

export function noSuch(what: string): Refused {
  return new Refused('not-found', 'not-found', `There is no such ${what}.`);
}

export function savedMeanwhile(what: string): Refused {
  const text = `Somebody else saved this ${what} in the meantime. Your changes were not saved.`;
  return new Refused('conflict', 'conflict', text);
}

export function withoutPersonal<E extends DomainEvent>(event: E): E {
  if (!('personal' in event.data)) return event;
  const { personal: _, ...data } = event.data;
  return { ...event, data };
}

export function unreachable(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
