import { spawn } from 'node:child_process';
import { prepare, ROOT, readEnvFile } from './prepare.js';

await prepare('pages');
readEnvFile();
// Room for the requests of a rush until they are answered (docs/decisions/0010); the Dockerfile says the same.
const child = spawn(process.execPath, ['--max-semi-space-size=64', 'backend/dist/main.js'], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
