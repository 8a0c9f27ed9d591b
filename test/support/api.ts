import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface Answer<T = unknown> {
  ok: boolean;
  status: number;
  /** the refusal's; '' otherwise */
  code: string;
  error: string;
  body: T;
  headers: Headers;
}

export interface CallOptions {
  /** Idempotency-Key */
  key?: string;
  headers?: Readonly<Record<string, string>>;
}

/** ms before a request to an unreachable server is repeated */
const AWAY = 100;

/** The browser's fetch wrapper: session and consistency tokens, JSON both ways. */
export class Api {
  /** log position of the last command */
  private position = 0;

  /** `patience`: ms during which 503 with Retry-After and lost answers are repeated under the same Idempotency-Key */
  constructor(
    readonly url: string,
    readonly token?: string,
    private readonly patience = 0,
  ) {}

  as(token: string): Api {
    return new Api(this.url, token, this.patience);
  }

  /** The same person at another server of the installation, with the same consistency token. */
  at({ url }: { url: string }): Api {
    const there = new Api(url, this.token, this.patience);
    there.position = this.position;
    return there;
  }

  get<T = unknown>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call('GET', path, undefined, options);
  }

  post<T = unknown>(path: string, body: unknown = {}, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call('POST', path, JSON.stringify(body), options);
  }

  upload<T = unknown>(path: string, image: Buffer): Promise<Answer<T>> {
    return this.call('POST', path, image, { headers: { 'content-type': 'image/png' } });
  }

  delete<T = unknown>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call('DELETE', path, undefined, options);
  }

  /** The body is sent as it is and need not be JSON. */
  async call<T>(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    options: CallOptions,
  ): Promise<Answer<T>> {
    const giveUp = Date.now() + this.patience;
    const isCommand = this.patience > 0 && method === 'POST';
    const same = isCommand ? { key: randomUUID(), ...options } : options;
    for (;;) {
      const answer = await this.once<T>(method, path, body, same).catch((error: unknown) => {
        if (Date.now() + AWAY >= giveUp) throw error;
        return undefined;
      });
      if (!answer) {
        await pause(AWAY);
        continue;
      }
      const after = 1_000 * Number(answer.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
      if (answer.status !== 503 || Date.now() + after >= giveUp) return answer;
      await pause(after);
    }
  }

  private async once<T>(
    method: string,
    path: string,
    sent: string | Buffer | undefined,
    { key, headers }: CallOptions,
  ): Promise<Answer<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(this.position === 0 ? {} : { 'x-consistency-token': String(this.position) }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent as BodyInit }),
    });
    const type = response.headers.get('content-type') ?? '';
    // A stream has no end: its headers are the answer.
    const isStream = type.startsWith('text/event-stream');
    if (isStream) await response.body?.cancel();
    const body = parse(isStream ? '' : await response.text(), type);
    this.position = Math.max(this.position, Number(response.headers.get('x-consistency-token') ?? 0));
    const refusal = body as { code?: string; error?: string } | null;
    const { ok, status } = response;
    const [code, error] = ok ? ['', ''] : [refusal?.code ?? '', refusal?.error ?? ''];
    return { ok, status, code, error, body: body as T, headers: response.headers };
  }
}

function parse(text: string, type: string): unknown {
  if (!/^application\/([\w.-]+\+)?json\b/.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws naming the refusal */
export async function expectOk<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { ok, status, code, error, body } = await answer;
  if (!ok) throw new Error(`refused with ${status} ${code}: ${error}`);
  return body;
}

/** Counts successes, and refusals by code. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ok, code, status } of answers) {
    const name = ok ? 'ok' : code || String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
