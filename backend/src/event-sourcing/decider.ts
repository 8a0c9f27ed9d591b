/** A fact in the past tense. `data` holds everything replay needs; `data.personal` (and nothing else) is sealed for `subject`. */
export interface DomainEvent {
  type: string;
  data: object;
  /** whose key seals `data.personal`: `account-{id}` or `guest-{orderId}`; required when `personal` is present */
  subject?: string;
}

export type ActorKind = 'shopper' | 'guest' | 'admin' | 'auditor' | 'worker' | 'system';

export interface Origin {
  actor: { kind: ActorKind; id: string };
  /** UUID; a command repeated under the same id is told "already done" */
  commandId: string;
  /** HMAC (base64url) of a request with a key, '' of others; the same command id with another hash is refused */
  requestHash: string;
  correlationId: string;
  causationId?: string;
  /** the network that the request came from, which limits count by; not recorded */
  client?: string;
  /** told the log position of each durable effect; not recorded */
  settled?: (position: number) => void;
}

/** An intent named in the language of the business. `id` names the stream it is decided on. */
export abstract class Command<Data = unknown> {
  abstract readonly type: string;
  /** it is most likely the first one of its stream, which need not be read before: a stream that exists refuses the append */
  readonly isFirst: boolean = false;
  constructor(
    readonly id: string,
    readonly data: Data,
    readonly origin: Origin,
  ) {}
}

export type CommandClass<C extends Command = Command> = new (id: string, data: never, origin: Origin) => C;
/** The commands of classes that are listed by their names. */
export type CommandOf<Listed extends Record<string, CommandClass>> = InstanceType<Listed[keyof Listed]>;

/**
 * One aggregate: pure, no clock, no randomness, no store.
 * `decide` returns `[]` when told twice and throws `Refused` for a refusal; anything else it throws is a bug.
 * `evolve` never sees `data.personal` and must give the same state on any day.
 */
export interface Decider<State, C extends Command, E extends DomainEvent> {
  /** stream category: streams are named `{category}-{id}` */
  readonly category: string;
  /** by their `type`, which is the class's name */
  readonly commands: { readonly [Type in C['type']]: CommandClass };
  readonly initial: State;
  decide(command: C, state: State, now: number): E[];
  evolve(state: State, event: E): State;
}

export type AnyDecider = Decider<unknown, Command, DomainEvent>;

/** What a command came to. Everything in here is durable. */
export interface Handled<State, E> {
  /** state after the command (and whatever was decided with it) */
  state: State;
  /** the events this command made; empty when it was told twice */
  events: E[];
  /** log position a reader must have passed to see the command's effect */
  position: number;
}

export interface StreamState<State> {
  state: State;
  revision: number;
  position: number;
  /** whether the origin's command was told here before, and came to something */
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

/** An expected "no": `code` is a stable kebab-case word, `message` the text people read. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly kind: RefusalKind,
    message: string = code,
    /** seconds after which trying again makes sense */
    readonly retryAfter?: number,
    /** what else the answer says */
    readonly more: object = {},
  ) {
    super(message);
  }
}

/** What is asked for does not exist, or is somebody else's, which is as good as that. */
export function noSuch(what: string): Refused {
  return new Refused('not-found', 'not-found', `There is no such ${what}.`);
}

/** An event as its aggregate folds it: what is sealed is no part of a state. */
export function withoutPersonal<E extends DomainEvent>(event: E): E {
  if (!('personal' in event.data)) return event;
  const { personal: _, ...data } = event.data;
  return { ...event, data };
}

/** For the `default` of an exhaustive switch: a new case that is not handled does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
