import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { somethingWasTried } from '../../telemetry/request-context.js';
import { AnswerTooLong, BoundedBytes } from './bounded.js';

export interface HttpCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}
export interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** undefined when the answer exceeds the limit */
  text: string | undefined;
}
/** Rejects without an answer, and with the signal's reason at any time, even within the answer. */
export type Call = (call: HttpCall) => Promise<WholeAnswer>;

export interface HttpAnswer {
  status: number;
  retryAfter: string | undefined;
  text: string | undefined;
  headers?: Readonly<Record<string, string>>;
}
export type Send = (call: HttpCall) => Promise<HttpAnswer>;

/** bytes */
export const ANSWER_LIMIT = 256 * 1024;

// `fetch` costs more than the call, and its signal does not end an endless answer (Node 20.20).
/** A pool to one origin, without redirects; `limit` in bytes. https://undici.nodejs.org/#/docs/api/Pool */
export function callsTo(origin: string, limit = ANSWER_LIMIT, connect: buildConnector.BuildOptions = {}): Call {
  const pool = new Pool(origin, { pipelining: 1, connect });
  return ({ signal, ...call }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      somethingWasTried();
      pool.dispatch(call, new Answering(signal, limit, resolve, reject));
    });
}

export function pooled(origin: string): Send {
  return sending(callsTo(origin));
}

export function sending(call: Call): Send {
  return async (request) => {
    const { status, headers, text } = await call(request);
    return { status, retryAfter: headers['retry-after'], text, headers };
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

  /** A call that waits for a connection is aborted when it starts. */
  private readonly giveUp = (): void => {
    this.reject(this.signal.reason);
    this.controller?.abort(this.signal.reason);
  };
}
