import { writeSync } from 'node:fs';
import { redacted } from '../telemetry/redaction.js';

const STDERR = 2;
/** pino's 'fatal' */
const FATAL = 60;

/**
 * What ends the program by surprise is told as all else is, in one line that holds no secret. Node would print the error with all that
 * hangs on it: of a request under way, its body and headers.
 * Source: https://nodejs.org/api/process.html#event-uncaughtexception (rejections that nobody handles come here too)
 */
export function tellLastWords(): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    const msg = 'ended by an error that nobody caught';
    writeSync(STDERR, `${JSON.stringify({ level: FATAL, time: Date.now(), err: redacted(error), origin, msg })}\n`);
    process.exit(1);
  });
}
