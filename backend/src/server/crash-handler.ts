import { writeSync } from 'node:fs';
import { redacted } from '../telemetry/redaction.js';

const STDERR = 2;
/** pino's 'fatal' */
const FATAL = 60;

/** Redacts crashes: Node prints a request's body (https://nodejs.org/api/process.html#event-uncaughtexception). */
export function tellLastWords(): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const msg = 'ended by an error that nobody caught';
    writeSync(STDERR, `${JSON.stringify({ level: FATAL, time: Date.now(), err: redacted(error), origin, msg })}\n`);
    process.exit(1);
  });
}
