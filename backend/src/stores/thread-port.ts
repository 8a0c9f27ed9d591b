import type { MessagePort } from 'node:worker_threads';
import { LogReplaced, StorageFull, StoreUnavailable } from '../telemetry/store-unavailable.js';
import { AppendOutcomeUnknown, NoSuchPosition, WrongExpectedRevision } from './event-log/event-log.js';
import { EventsUnreadable } from './event-log/lmdb-log-store.js';
import { StreamDamaged } from './event-log/stream-integrity.js';
import { StaleVault } from './vault/referenced-secret.js';

/** The other thread has ended or closed its end; whether it did what it was asked is unknown. */
export class PortCut extends StoreUnavailable {
  constructor() {
    super('the other thread does not answer any more');
  }
}

type Work = (...given: never[]) => unknown;
type ErrorClass = abstract new (...made: never[]) => Error;

const OF_STORES: readonly ErrorClass[] = [
  WrongExpectedRevision,
  AppendOutcomeUnknown,
  NoSuchPosition,
  EventsUnreadable,
  StreamDamaged,
  StaleVault,
  StorageFull,
  LogReplaced,
  StoreUnavailable,
  RangeError,
];

/** Methods of an object that one of the threads carries out for both. */
export interface SharedCalls<T> {
  name: string;
  calls: readonly (keyof T & string)[];
}

interface CarriedError {
  name: string;
  message: string;
  fields: object;
}

type Message =
  | { call: number; name: string; given: readonly unknown[] }
  | { notification: string; given: readonly unknown[] }
  | { answered: number; value: unknown }
  | { failed: number; error: CarriedError };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls between two threads, which arrive in order: those of one turn of the event loop are one message; answers wait for no turn. */
export class ThreadPort {
  private readonly served = new Map<string, Work>();
  private readonly waiting = new Map<number, Waiting>();
  private sending: Message[] = [];
  private calls = 0;
  private isCut = false;
  private readonly errorClasses: readonly ErrorClass[];

  constructor(
    private readonly port: MessagePort,
    classes: readonly ErrorClass[] = [],
  ) {
    this.errorClasses = [...classes, ...OF_STORES];
    port.on('message', (messages: readonly Message[]) => {
      for (const message of messages) this.receive(message);
    });
    port.once('close', () => this.cut());
  }

  serve(name: string, work: Work): void {
    this.served.set(name, work);
  }

  serveAll<T>(served: T, { name, calls }: SharedCalls<T>): void {
    for (const call of calls) this.serve(`${name}.${call}`, (served[call] as Work).bind(served));
  }

  /** From now on the other thread carries out the object's shared methods. */
  forward<T extends object>(own: T, { name, calls }: SharedCalls<T>): T {
    const forwarded = (call: string) =>
      [call, (...given: unknown[]) => this.call(`${name}.${call}`, ...given)] as const;
    return Object.assign(own, Object.fromEntries(calls.map(forwarded)));
  }

  /** @throws PortCut, and what the other thread threw */
  call<T>(name: string, ...given: unknown[]): Promise<T> {
    if (this.isCut) return Promise.reject(new PortCut());
    this.calls += 1;
    const call = this.calls;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(call, { resolve: resolve as Waiting['resolve'], reject });
      this.send({ call, name, given });
    });
  }

  tell(name: string, ...given: unknown[]): void {
    this.send({ notification: name, given });
  }

  /** What was sent before arrives. */
  close(): void {
    this.flush();
    this.port.close();
    this.cut();
  }

  private send(message: Message): void {
    if (this.isCut) return;
    if (this.sending.length === 0) setImmediate(() => this.flush());
    this.sending.push(message);
  }

  private flush(): void {
    const messages = this.sending;
    this.sending = [];
    if (messages.length > 0 && !this.isCut) this.port.postMessage(messages);
  }

  private receive(message: Message): void {
    if ('call' in message) return void this.answer(message.call, message.name, message.given);
    if ('notification' in message) return void this.served.get(message.notification)?.(...(message.given as never[]));
    const id = 'answered' in message ? message.answered : message.failed;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if ('answered' in message) waiting?.resolve(message.value);
    else waiting?.reject(this.unpacked(message.error));
  }

  private async answer(call: number, name: string, given: readonly unknown[]): Promise<void> {
    try {
      const work = this.served.get(name);
      if (!work) throw new Error(`the other thread does not serve ${name}`);
      this.send({ answered: call, value: await work(...(given as never[])) });
    } catch (error) {
      this.send({ failed: call, error: this.packed(error) });
    }
    // Answers of one commit are still one message: ticks come after all of its promises.
    process.nextTick(() => this.flush());
  }

  private packed(error: unknown): CarriedError {
    if (!(error instanceof Error)) return { name: 'Error', message: String(error), fields: {} };
    const found = this.errorClasses.find((one) => error instanceof one);
    const { cause: _, ...fields } = error as Error & Record<string, unknown>;
    return { name: found?.name ?? 'Error', message: error.message, fields: found ? fields : {} };
  }

  private unpacked({ name, message, fields }: CarriedError): Error {
    const error = new Error(message);
    const found = this.errorClasses.find((one) => one.name === name);
    if (found) Object.setPrototypeOf(error, found.prototype as object);
    return Object.assign(error, fields);
  }

  private cut(): void {
    this.isCut = true;
    for (const { reject } of this.waiting.values()) reject(new PortCut());
    this.waiting.clear();
  }
}
