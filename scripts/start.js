import { spawn } from 'node:child_process';
import { prepare, ROOT, readEnvFile } from './prepare.js';

await prepare('pages');
readEnvFile();
const child = spawn(process.execPath, ['backend/dist/main.js'], { cwd: ROOT, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
