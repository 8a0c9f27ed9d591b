import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { networkOf } from '../config/network.js';
import { type RefusalKind, Refused } from '../event-sourcing/decider.js';
import { STREAM_DAMAGED, StreamDamaged } from '../stores/event-log/stream-integrity.js';
import { StaleVault } from '../stores/vault/referenced-secret.js';
import type { SecurityEvent, SecurityLog } from '../telemetry/security-log.js';
import { LogReplaced, StorageFull } from '../telemetry/store-unavailable.js';
import { JweRefused } from './encryption/browser-keys.js';
import { giveBackUntried } from './limits/limits.js';
import { actorOf } from './request.js';

export const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
};
const CODES: Record<number, string> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  414: 'too-large',
  415: 'unsupported-media-type',
  429: 'too-many',
};

const SECURITY_EVENTS: Readonly<Record<number, SecurityEvent>> = {
  400: 'input-refused',
  401: 'access-refused',
  403: 'access-refused',
  413: 'input-refused',
  415: 'input-refused',
  422: 'input-refused',
  429: 'throttled',
};
const RECORDED_ELSEWHERE = ['login-incorrect', 'password-wrong', 'otp-required', 'otp-wrong', 'account-locked'];

interface Answer {
  status: number;
  error: string;
  code: string;
  /** s */
  retryAfter?: number;
  more?: object;
}

const UNAVAILABLE: Answer = {
  status: 503,
  error: 'Not available right now. Try again in a moment.',
  code: 'unavailable',
  retryAfter: 1,
};

const STORAGE_FULL: Answer = {
  status: 503,
  error: 'There is no storage space for anything new right now. Try again later.',
  code: 'storage-full',
  retryAfter: 30,
};

const LOCKED: Answer = {
  status: 409,
  error: 'This is locked because its record is damaged. An operator has to check it.',
  code: STREAM_DAMAGED,
};

const LOG_REPLACED: Answer = {
  status: 503,
  error: 'Nothing can be changed right now. Try again later.',
  code: 'log-replaced',
  retryAfter: 30,
};

const isExpected = (thrown: unknown) =>
  thrown instanceof Refused || thrown instanceof StorageFull || thrown instanceof LogReplaced;

/** Maps every error to `{success: false, error, code}`. Only bugs are logged, and no answer shows a stack. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly security: SecurityLog,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const own = toAnswer(thrown);
    const answer = reply.hasHeader('x-stale') ? notYet(own) : own;
    if (answer.status >= 500 && !isExpected(thrown)) {
      this.logger.error({ err: thrown, requestId: request.id, method: request.method }, 'request failed');
    }
    this.tell(answer, request);
    // A stale position is no outage; an append of unknown outcome may have requested a mail.
    if (own.status === 503 && own.code !== 'outcome-unknown') void giveBackUntried().catch(() => undefined);
    if (reply.sent) return;
    if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
    void reply.status(answer.status).send({ ...answer.more, success: false, error: answer.error, code: answer.code });
  }

  private tell({ status, code }: Answer, request: FastifyRequest): void {
    const event = SECURITY_EVENTS[status];
    if (event === undefined || RECORDED_ELSEWHERE.includes(code)) return;
    this.security.tell(event, {
      requestId: request.id,
      ...(request.session ? { actor: actorOf(request.session) } : {}),
      client: networkOf(request.ip),
      // the route's pattern, because a path may hold a link token
      route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      code,
    });
  }
}

function notYet(answer: Answer): Answer {
  if (answer.status !== 404) return answer;
  return { status: 503, error: 'Not shown here yet. Try again in a moment.', code: 'not-ready', retryAfter: 1 };
}

export function refusalOf(thrown: unknown): { error: string; code: string } {
  const { error, code } = toAnswer(thrown);
  return { error, code };
}

function toAnswer(thrown: unknown): Answer {
  if (thrown instanceof Refused) {
    const { message, code, kind, retryAfter, more } = thrown;
    return { status: STATUS[kind], error: message, code, more, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  if (thrown instanceof JweRefused)
    return { status: 400, error: 'Please double check your information.', code: 'invalid' };
  if (thrown instanceof StaleVault) return { ...UNAVAILABLE, code: 'vault-behind', retryAfter: 30 };
  if (thrown instanceof StorageFull) return STORAGE_FULL;
  if (thrown instanceof StreamDamaged) return LOCKED;
  if (thrown instanceof LogReplaced) return LOG_REPLACED;
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusCodeOf(thrown);
  if (status >= 400 && status < 500) {
    return { status, error: publicText(thrown, status), code: CODES[status] ?? 'invalid' };
  }
  if (status === 503) return UNAVAILABLE;
  return { status: 500, error: 'Something went wrong on our side.', code: 'internal' };
}

function statusCodeOf(thrown: unknown): number {
  const status = typeof thrown === 'object' && thrown !== null && 'statusCode' in thrown ? thrown.statusCode : 500;
  return typeof status === 'number' ? status : 500;
}

/** Framework messages can quote the request; only these are harmless. */
function publicText(thrown: unknown, status: number): string {
  if (status === 404) return 'There is nothing here.';
  if (status === 413) return 'The request is too large.';
  if (status === 415) return 'Send JSON.';
  if (status === 429) return 'Too many requests. Try again in a moment.';
  return thrown instanceof HttpException ? thrown.message : 'The request could not be read.';
}
