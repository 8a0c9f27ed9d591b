import { runAudit } from './run-audit.js';

process.exitCode = await runAudit(process.argv.slice(2), process.env, (text) => {
  process.stdout.write(`${text}\n`);
});
