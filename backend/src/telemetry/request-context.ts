import { AsyncLocalStorage } from 'node:async_hooks';

/** ms for all waits and retries of a request; slow routes set their own */
export const REQUEST_BUDGET = 10_000;
/** ms reserved to record an external answer */
const RECORDING = 2_000;
/** ms between checks */
const LOOK = 100;

export class RequestContext {
  hasTried = false;
  /** ms, monotonic */
  private until: number;
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(budget = REQUEST_BUDGET) {
    this.until = performance.now() + budget;
  }

  /** whole ms, as timers require */
  get left(): number {
    return Math.max(0, Math.ceil(this.until - performance.now()));
  }

  /** ms from now; earlier results of `timeLeft` stay valid */
  allow(budget: number): void {
    this.until = performance.now() + budget;
  }

  end(): void {
    this.until = Number.POSITIVE_INFINITY;
    this.listeners.clear();
    this.rest();
  }

  onOver(listener: () => void): () => void {
    if (this.until === Number.POSITIVE_INFINITY) return () => undefined;
    this.listeners.add(listener);
    this.timer ??= setInterval(() => this.look(), LOOK).unref();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.rest();
    };
  }

  private look(): void {
    if (this.left > 0) return;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
    this.rest();
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

interface JobContext {
  cause: string;
}

/** Node 20 hooks every promise per instance (0.1 us each), so one instance serves both contexts. */
const contexts = new AsyncLocalStorage<RequestContext | JobContext | undefined>();

export function inRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work);
}

export function inJob<T>(cause: string, work: () => T): T {
  return contexts.run({ cause }, work);
}

export function causeOfJob(): string | undefined {
  const context = contexts.getStore();
  return context instanceof RequestContext ? undefined : context?.cause;
}

/** For work that many requests share, which no single deadline limits. */
export function outsideRequests<T>(work: () => T): T {
  return contexts.run(undefined, work);
}

export function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context instanceof RequestContext ? context : undefined;
}

/** ms, at most the time left for the request */
export function timeLeft(most: number): number {
  return Math.min(most, currentRequest()?.left ?? most);
}

/** ms, with time left to record the answer; 0: send nothing */
export function timeLeftForPartner(most: number): number {
  const request = currentRequest();
  return request ? Math.max(0, Math.min(most, request.left - RECORDING)) : most;
}

export function somethingWasTried(): void {
  const request = currentRequest();
  if (request) request.hasTried = true;
}

/** Rejects with `late` at the deadline; the work itself continues. */
export function withinRequest<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  const request = currentRequest();
  if (!request) return answer;
  return new Promise((resolve, reject) => {
    const forget = request.onOver(() => reject(late()));
    answer.finally(forget).then(resolve, reject);
  });
}
