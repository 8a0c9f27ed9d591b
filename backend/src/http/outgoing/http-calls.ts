import { type Dispatcher, Pool } from 'undici';
import { somethingWasTried } from '../../telemetry/request-context.js';
import { AnswerTooLong, BoundedBytes } from './bounded.js';

export interface HttpCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** with its query */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}
export interface WholeAnswer {
  status: number;
  /** by their names in small letters; what comes more than once is left out */
  headers: Readonly<Record<string, string>>;
  /** undefined when the peer says more than an answer can hold */
  text: string | undefined;
}
/** Rejects when there is no answer, and with the signal's reason: the signal ends it wherever it is, in the middle of an answer too. */
export type Call = (call: HttpCall) => Promise<WholeAnswer>;

export interface HttpAnswer {
  status: number;
  retryAfter: string | undefined;
  /** undefined when the peer says more than an answer can hold */
  text: string | undefined;
}
/** Rejects when there is no answer, and with the signal's reason. */
export type Send = (call: HttpCall) => Promise<HttpAnswer>;

/** bytes */
const ANSWER_LIMIT = 256 * 1024;

/**
 * Kept connections to one origin, one call at a time on each, and answers of `limit` bytes at most. It is undici's pool below `fetch`,
 * whose streams and signals cost more than the call (https://undici.nodejs.org/#/docs/api/Pool), and whose signal ends no answer that
 * is poured out without end (seen on Node 20.20). It follows no redirect.
 */
export function callsTo(origin: string, limit = ANSWER_LIMIT): Call {
  const pool = new Pool(origin, { pipelining: 1 });
  return ({ signal, ...call }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      somethingWasTried();
      pool.dispatch(call, new Answering(signal, limit, resolve, reject));
    });
}

/** The same, as the retailer's client takes it. */
export function pooled(origin: string): Send {
  const call = callsTo(origin);
  return async (asked) => {
    const { status, headers, text } = await call(asked);
    return { status, retryAfter: headers['retry-after'], text };
  };
}

class Answering implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private headers: Record<string, string> = {};
  private readonly held: BoundedBytes;

  constructor(
    private readonly signal: AbortSignal,
    limit: number,
    private readonly resolve: (answer: WholeAnswer) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    this.held = new BoundedBytes(limit);
    signal.addEventListener('abort', this.giveUp, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal.aborted) this.giveUp();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    this.status = status;
    for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') this.headers[name] = value;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.held.add(chunk) || controller.aborted) return;
    this.end(undefined);
    controller.abort(new AnswerTooLong());
  }

  onResponseEnd(): void {
    this.end(this.held.bytes.toString());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.signal.removeEventListener('abort', this.giveUp);
    this.reject(error);
  }

  private end(text: string | undefined): void {
    this.signal.removeEventListener('abort', this.giveUp);
    this.resolve({ status: this.status, headers: this.headers, text });
  }

  /** One that waits for a connection is not sent any more: it is aborted as it is begun. */
  private readonly giveUp = (): void => {
    this.reject(this.signal.reason);
    this.controller?.abort(this.signal.reason);
  };
}
