import { runAudit } from './run-audit.js';

/** `npm run audit`: exit code 1 when a chain is broken. */
process.exitCode = await runAudit(process.argv.slice(2), process.env, (text) => {
  process.stdout.write(`${text}\n`);
});
