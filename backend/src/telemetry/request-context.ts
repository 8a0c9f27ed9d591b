import { AsyncLocalStorage } from 'node:async_hooks';

/** ms a request may take through queues, reads and whatever is repeated, all together; routes that take longer name their own */
export const REQUEST_BUDGET = 10_000;
/** ms of it that are kept for recording what a partner has answered */
const RECORDING = 2_000;
/** ms between two looks at whether its time is over, while something is waited for */
const LOOK = 100;

/** A request that is being answered: how long it may still take, and whether anything was tried for it. */
export class RequestContext {
  /** a password or code was compared, something was sent to a partner, or an event was appended */
  hasTried = false;
  /** ms of the monotonic clock */
  private until: number;
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;

  constructor(budget = REQUEST_BUDGET) {
    this.until = performance.now() + budget;
  }

  /** whole ms: what signals and timers take */
  get left(): number {
    return Math.max(0, Math.ceil(this.until - performance.now()));
  }

  /** So many ms in all from now on. Who has taken `timeLeft` before keeps that. */
  allow(budget: number): void {
    this.until = performance.now() + budget;
  }

  /** The answer is out: what goes on by itself has no bounds of a request. */
  end(): void {
    this.until = Number.POSITIVE_INFINITY;
    this.listeners.clear();
    this.rest();
  }

  /** Calls the listener once the time is over; returns what makes it forget. */
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
  /** id of the event that made the job due */
  cause: string;
}

/** Node 20 hooks every promise for it, which takes a tenth of a microsecond each; Node 24 does not any more. One serves both. */
const contexts = new AsyncLocalStorage<RequestContext | JobContext | undefined>();

/** What is begun by `work`, and whatever comes of that, belongs to the request. */
export function inRequest<T>(context: RequestContext, work: () => T): T {
  return contexts.run(context, work);
}

/** What a worker appends in `work` names this event as its cause. */
export function inJob<T>(cause: string, work: () => T): T {
  return contexts.run({ cause }, work);
}

/** Undefined in what is done for no job. */
export function causeOfJob(): string | undefined {
  const context = contexts.getStore();
  return context instanceof RequestContext ? undefined : context?.cause;
}

/** For what many requests wait for: none of them decides how long it may take. */
export function outsideRequests<T>(work: () => T): T {
  return contexts.run(undefined, work);
}

/** Undefined in what is done for no request. */
export function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context instanceof RequestContext ? context : undefined;
}

/** ms to wait for something: `most`, and no longer than the request that is being answered may take. */
export function timeLeft(most: number): number {
  return Math.min(most, currentRequest()?.left ?? most);
}

/** The same of a partner's answer, which there must be time to record: 0 where nothing is to be sent any more. */
export function timeLeftForPartner(most: number): number {
  const request = currentRequest();
  return request ? Math.max(0, Math.min(most, request.left - RECORDING)) : most;
}

/** What was found out, done or sent by now is not undone by answering 503. */
export function somethingWasTried(): void {
  const request = currentRequest();
  if (request) request.hasTried = true;
}

/** What `answer` comes to, or the error of `late` once the request has no time left. The answer's own work is not ended by it. */
export function withinRequest<T>(answer: Promise<T>, late: () => Error): Promise<T> {
  const request = currentRequest();
  if (!request) return answer;
  return new Promise((resolve, reject) => {
    const forget = request.onOver(() => reject(late()));
    answer.finally(forget).then(resolve, reject);
  });
}
