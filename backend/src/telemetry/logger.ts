import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { outagesOf } from './outages.js';
import { redacted, redactedText } from './redaction.js';

/** JSON lines on stderr; what fails for an outage that was told is counted, and has no line of its own. Ids only: what could hold a secret or a person is cut out, wherever it turns up. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (line) => redacted(line) as Record<string, unknown> },
      serializers: { err: (error: unknown) => error },
      hooks: {
        // The text of an error that is logged alone, and what is put into a text, come past the formatter.
        logMethod(args, method) {
          const [first, ...rest] = args as [unknown, ...unknown[]];
          if (outagesOf(this).covers(first instanceof Error ? first : Object(first).err)) return;
          const line = first instanceof Error ? [{ err: first }, first.message, ...rest] : [first, ...rest];
          const said = line.map((one) => (typeof one === 'string' ? redactedText(one) : one));
          method.apply(this, said as Parameters<typeof method>);
        },
      },
    },
    destination,
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
