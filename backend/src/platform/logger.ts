import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

/** JSON lines on stderr. Ids only: what could hold a secret or a person is cut out, wherever it turns up. */
export function createLogger(level: string): Logger {
  const secret = [
    'password',
    'newPassword',
    'token',
    'stripeToken',
    'adtoken',
    'eProfile',
    'eCode',
    'acoDataPayload',
    'card',
  ];
  const personal = ['email', 'name', 'phone', 'to', 'subject', 'personal'];
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          'req.headers.authorization',
          'req.headers.cookie',
          'req.body',
          ...[...secret, ...personal].flatMap((field) => [field, `*.${field}`]),
        ],
        censor: '[redacted]',
      },
      serializers: {
        req: ({ method, id }: { method: string; id: string }) => ({ method, id }),
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}

/** Adapts pino to Nest's logger, so that framework and requests share one stream. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(message: unknown): void {
    this.logger.debug(String(message));
  }
  warn(message: unknown): void {
    this.logger.warn(String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ context: rest.at(-1) }, message instanceof Error ? message.message : String(message));
  }
  debug(message: unknown): void {
    this.logger.trace(String(message));
  }
  verbose(message: unknown): void {
    this.logger.trace(String(message));
  }
}
