import { isatty } from 'node:tty';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { outagesOf } from './outages.js';
import { redacted, redactedText } from './redaction.js';
import { inTerminal } from './terminal-lines.js';

const STDERR = 2;

/** On stderr, lines for people where it is a terminal, and JSON elsewhere; secrets and personal data are redacted. A reported outage gets no more lines. */
export function createLogger(level: string, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (line) => redacted(line) as Record<string, unknown> },
      serializers: { err: (error: unknown) => error },
      hooks: {
        // The formatter sees neither the text of a logged Error nor interpolated values.
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

export const isTerminal = (): boolean => isatty(STDERR);

/** Takes JSON lines, and writes lines for people where it is a terminal. */
export function standardError(): DestinationStream {
  if (!isTerminal()) return pino.destination({ dest: STDERR, sync: false });
  const out = pino.destination({ dest: STDERR, sync: true });
  return { write: (line) => out.write(inTerminal(line)) };
}

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
