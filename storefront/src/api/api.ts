import { attendance } from '@supreme-access/contract/attendance.js';
import { isUnknownOutcome, laterToken } from '@supreme-access/contract/intents.js';
import { PRODUCT_HEADER, productNamedBy } from '@supreme-access/contract/product-header.js';
import type { StoredSession } from '@supreme-access/contract/sessions.js';
import { whenOnline } from './connection.js';
import { endSession, readSession, signOut } from './session.js';

const BASE: string = import.meta.env?.VITE_API_URL ?? '';
const RETRY_PAUSES_MS = [400, 1_600];
/** A half-open connection never answers, so a request fails after this time. */
const ANSWER_TIMEOUT_MS = 15_000;
/** The server answers an unknown session with this code; a wrong password has other codes. */
const UNAUTHORIZED = 'unauthorized';
const USER_INFO = '/api/user/info';
const unattended = attendance(globalThis);

/** A refusal or a failure. `code` is the server's stable code; `status` is 0 when no answer came. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly isServerText = true,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** The server may or may not have done it; only the same Idempotency-Key can tell. */
  get unknownOutcome(): boolean {
    return this.status === 0 || isUnknownOutcome(this.status);
  }
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

interface Surroundings {
  fetch: typeof fetch;
  reload(): void;
  pause(ms: number): Promise<void>;
  /** the stored session, unless another one is given */
  session?: StoredSession;
}

/** The HTTP client: bearer token, consistency token, idempotency key, typed refusals. */
export class Api {
  private consistencyToken: string | null = null;

  constructor(private readonly around: Surroundings) {}

  /** The same for somebody else than who is logged in here. Their session is held by the caller and ends nobody's. */
  as(session: StoredSession): Api {
    return new Api({ ...this.around, session });
  }

  async get<T>(path: string, headers?: Record<string, string>): Promise<T> {
    return this.answer<T>({ method: 'GET', path, headers });
  }

  /** Posts once, without a key, to routes that ignore it (login, forgot). */
  async post<T>(path: string, body: unknown): Promise<T> {
    return this.answer<T>({ method: 'POST', path, body });
  }

  async delete<T>(path: string): Promise<T> {
    return this.answer<T>({ method: 'DELETE', path });
  }

  /** Sends a command under `key` and repeats it under the same key while its outcome is unknown. @throws ApiError */
  async command<T>(path: string, body: unknown, key: string): Promise<T> {
    const product = productNamedBy(body);
    const headers = { 'Idempotency-Key': key, ...(product ? { [PRODUCT_HEADER]: product } : {}) };
    const call: Call = { method: 'POST', path, body, headers };
    for (const ms of RETRY_PAUSES_MS) {
      try {
        return await this.answer<T>(call);
      } catch (error) {
        if (!(error instanceof ApiError && error.unknownOutcome)) throw error;
        await this.around.pause(ms);
      }
    }
    return this.answer<T>(call);
  }

  /** Opens a stream of server-sent events with the bearer header, which EventSource cannot send. */
  async open(path: string, signal: AbortSignal): Promise<Response> {
    const response = await this.send({ method: 'GET', path, headers: { accept: 'text/event-stream' }, signal });
    if (!response.ok) throw new ApiError('stream', 'Live updates are not available.', response.status);
    return response;
  }

  logOut(): void {
    if (readSession()) this.send({ method: 'POST', path: '/api/user/logout', body: {} }).catch(() => undefined);
    signOut();
  }

  private async answer<T>(call: Call): Promise<T> {
    const session = this.around.session ? null : readSession();
    const response = await this.send({ ...call, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    this.consistencyToken = laterToken(this.consistencyToken, response.headers.get('x-consistency-token'));
    const body = await readJson(response);
    if (response.ok && !refused(body)) return body as T;
    const refusal = toError(response.status, body);
    throw session && refusal.code === UNAUTHORIZED ? this.loseSession(session, call.path) : refusal;
  }

  private async send({ method, path, body, headers, signal }: Call): Promise<Response> {
    const { token } = this.around.session ?? readSession() ?? {};
    try {
      return await this.around.fetch(BASE + path, {
        method,
        signal,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...unattended(),
          ...(this.consistencyToken ? { 'x-consistency-token': this.consistencyToken } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw lost();
    }
  }

  /**
   * Forgets the session that was sent, unless another one has been stored meanwhile. Public screens keep what was
   * typed, the others lead to login. Hazard: it reloads at most once, because without a stored session nothing requests
   * the user info again.
   */
  private loseSession({ token }: StoredSession, path: string): ApiError {
    const stored = readSession()?.token;
    if (stored === token) endSession();
    // Another request of the page may have been refused before this one.
    if (path === USER_INFO && (stored === token || stored === undefined)) this.around.reload();
    return new ApiError(UNAUTHORIZED, 'Your session has ended. Press again to continue as a guest.', 401);
  }
}

function lost(): ApiError {
  return new ApiError('no-answer', 'No answer from the server. Check your connection and try again.', 0);
}

/** @throws ApiError when the connection breaks within the answer, or a network's login page answers for the server */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw lost();
  });
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    if (response.ok) throw lost();
    return {};
  }
}

function refused(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}

function toError(status: number, body: unknown): ApiError {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown };
  return new ApiError(
    typeof code === 'string' ? code : `http-${status}`,
    typeof error === 'string' && error !== '' ? error : 'Something went wrong. Try again in a moment.',
    status,
    typeof error === 'string' && error !== '',
  );
}

export const api = new Api({
  fetch: (input, init) => fetch(input, init),
  reload: () => location.reload(),
  pause: (ms) => new Promise((resolve) => setTimeout(() => resolve(whenOnline()), ms)),
});

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Reload the page and try again.';
}

export function assetUrl(path: string): string {
  return path.startsWith('/') ? BASE + path : path;
}
