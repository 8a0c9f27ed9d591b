import 'reflect-metadata';
import { ConfigError, readConfig } from './platform/config.js';
import { firstSteps } from './start/first-steps.js';
import { type ProductServer, startServer } from './start/server.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  let server: ProductServer | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    const deadline = setTimeout(() => process.exit(1), 9_500);
    await server?.stop();
    clearTimeout(deadline);
    process.exit(code);
  };
  const onLockLost = () => {
    say('Another process has taken the data directory. Stopping at once.');
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  try {
    server = await startServer(config, { say, onLockLost });
    await server.ready;
    const serves = config.role === 'all' || config.role === 'api';
    if (serves) await firstSteps(server, say);
    else say(`Supreme Access is ready as a ${config.role} on ${server.url}.`);
    if (!config.work) say('WORK is off: nothing is checked out, charged, refunded or mailed.');
    else if (config.role === 'all' || config.role === 'worker') server.platform.dueWork.start();
  } catch (error) {
    // A start that is told to stop ends where it is; the next one goes on there.
    if (!stopping) throw error;
  }
}

main().catch((error: unknown) => {
  // A wrong setting, a directory in use, a lost vault: said in words, without a stack.
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Supreme Access did not start:\n${text}\n`);
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
});
