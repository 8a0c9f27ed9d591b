import { spawn } from 'node:child_process';
import { prepare, ROOT, readEnvFile } from './prepare.js';
import { answerHelp } from './usage.js';

const USAGE = `usage: npm start
Installs and builds when that is needed, serves everything, and prints the addresses and the first admin's password.
Settings are read from the environment and from .env; .env.example lists them.`;
answerHelp(USAGE, []);
const PARENT_CHECK_MS = 100;
let child;
const stop = (signal) => (child ? child.kill(signal) : process.exit(1));

for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal));
// npm passes a signal on to its shell, and most shells die of it without forwarding it. Only a process of npm watches
// its parent: one started by hand (nohup, systemd, a container) must outlive it.
if (process.env.npm_lifecycle_event === 'start') {
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    stop('SIGTERM');
  }, PARENT_CHECK_MS);
}

await prepare('pages');
readEnvFile();
// A rush needs a large young generation (docs/performance.md); the Dockerfile has the same value. The channel tells the
// server when this process was killed.
child = spawn(process.execPath, ['--max-semi-space-size=32', 'backend/dist/programs/main.js'], {
  cwd: ROOT,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
