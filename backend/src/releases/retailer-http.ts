import { type Dispatcher, Pool } from 'undici';

export interface HttpCall {
  method: 'GET' | 'PUT' | 'POST';
  /** with its query */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
}
export interface HttpAnswer {
  status: number;
  retryAfter: string | undefined;
  /** undefined when the peer says more than an answer can hold */
  text: string | undefined;
}
/** Rejects when there is no answer, and with the signal's reason. */
export type Send = (call: HttpCall) => Promise<HttpAnswer>;

const ANSWER_LIMIT = 256 * 1024;

/**
 * Kept connections to one origin, one call at a time on each: undici's pool below `fetch`, whose streams and signals cost more than
 * the call (https://undici.nodejs.org/#/docs/api/Pool). It follows no redirect.
 */
export function pooled(origin: string): Send {
  const pool = new Pool(origin, { pipelining: 1 });
  return ({ signal, ...call }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      pool.dispatch(call, new Answering(signal, resolve, reject));
    });
}

class Answering implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status = 0;
  private retryAfter: string | undefined;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly signal: AbortSignal,
    private readonly resolve: (answer: HttpAnswer) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    signal.addEventListener('abort', this.giveUp, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal.aborted) this.giveUp();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length <= ANSWER_LIMIT) this.chunks.push(chunk);
    else if (!controller.aborted) {
      this.end(undefined);
      controller.abort(new Error('the answer is too long'));
    }
  }

  onResponseEnd(): void {
    this.end(Buffer.concat(this.chunks).toString());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.signal.removeEventListener('abort', this.giveUp);
    this.reject(error);
  }

  private end(text: string | undefined): void {
    this.signal.removeEventListener('abort', this.giveUp);
    this.resolve({ status: this.status, retryAfter: this.retryAfter, text });
  }

  /** One that waits for a connection is not sent any more: it is aborted as it is begun. */
  private readonly giveUp = (): void => {
    this.reject(this.signal.reason);
    this.controller?.abort(this.signal.reason);
  };
}
