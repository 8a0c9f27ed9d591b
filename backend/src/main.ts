import 'reflect-metadata';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { ConfigError, readConfig } from './config/config.js';
import { tellLastWords } from './server/crash-handler.js';
import { exitWhenHalted } from './server/exit-when-halted.js';
import type { FirstLogins } from './server/first-steps.js';
import type { ProductServer } from './server/server.js';
import { redacted } from './telemetry/redaction.js';

/** beside this file, also where the programs are bundled */
const FOLLOWER = 'follower.js';

/** Percent by which a heap grows until it is collected: V8 lets each of both threads' grow by 300 where there is much memory. */
const HEAP_GROWS_BY = 50;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_BY}`);
  tellLastWords();
  const config = readConfig(process.env);
  // Loaded only now: a wrong setting is told at once.
  const [{ startServer }, { firstSteps, greet, greetTerminal }] = await Promise.all([
    import('./server/server.js'),
    import('./server/first-steps.js'),
  ]);
  const kept: FirstLogins | undefined = process.stdout.isTTY ? {} : undefined;
  const warnings: string[] = [];
  let server: ProductServer | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    const deadline = setTimeout(() => {
      say('The stop took longer than 9.5 s and was cut off.');
      process.exit(1);
    }, 9_500);
    await server?.stop();
    clearTimeout(deadline);
    process.exit(code);
  };
  const onLockLost = () => {
    say('Another process has taken the data directory. Stopping at once.');
    process.exit(1);
  };
  const onThreadLost = (why: string) => {
    say(why);
    process.exit(1);
  };
  // The terminal tells every process of its group, and who started this one passes it on: the second time changes nothing.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  // Started with a channel to whoever started it (scripts/start.js), it goes when that one has gone.
  process.once('disconnect', () => void stop(0));
  try {
    const serves = config.role === 'all' || config.role === 'api';
    server = await startServer(config, {
      say,
      onLockLost,
      ...(kept ? { warn: (text) => warnings.push(text) } : {}),
      ...(config.threads === 2 ? { follower: join(import.meta.dirname, FOLLOWER), onThreadLost } : {}),
      ...(serves ? { firstSteps: (app) => firstSteps(app, say, kept) } : {}),
    });
    if (config.role === 'projector') exitWhenHalted(server.platform.projector, () => void stop(1));
    await server.ready;
    if (stopping) return;
    if (serves) await (kept ? greetTerminal(server, kept, say) : greet(server, say));
    else say(`Supreme Access is ready as a ${config.role} on ${server.url}.`);
    for (const warning of warnings) say(`\n${warning}`);
    const { work } = server.platform.config;
    if (!work) say('WORK is off: nothing is checked out, charged, refunded or mailed.');
    await server.work();
  } catch (error) {
    // A start that is told to stop ends where it is; the next one goes on there.
    if (!stopping) throw error;
  }
}

main().catch((error: unknown) => {
  // A wrong setting, a directory in use, a lost vault: said in words, without a stack.
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Supreme Access did not start:\n${text}\n`);
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(redacted(error));
  process.exit(1);
});
