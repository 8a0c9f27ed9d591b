import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.js';
import { isStaffRole, type StaffRole } from '../customers/access/staff.js';
import { MakeStaff, type StaffCredentials } from '../customers/accounts/staffing.js';
import { startServer } from '../server/server.js';

const USAGE = 'usage: npm run admin:create -- <email> [--role admin|auditor]   (ADMIN_PASSWORD chooses the password)';
const say = (text: string) => process.stdout.write(`${text}\n`);

function readArguments(args: string[]): { email: string; role: StaffRole } {
  try {
    const options = { role: { type: 'string', default: 'admin' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [email = '', ...others] = positionals;
    const { role } = values;
    if (others.length === 0 && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && isStaffRole(role)) return { email, role };
  } catch {
    // An option is unknown: the usage lists the valid ones.
  }
  throw new Error(USAGE);
}

async function createAdmin(args: string[]): Promise<void> {
  const { email, role } = readArguments(args);
  const config = { ...readConfig({ LOG_LEVEL: 'warn', ...process.env }), port: 0, host: '127.0.0.1' };
  const server = await startServer(config, { say });
  try {
    await server.ready;
    tell(await server.app.get(MakeStaff).appoint(email, role, config.adminPassword), role);
  } finally {
    await server.stop();
  }
}

function tell({ email, password, created }: StaffCredentials, role: StaffRole): void {
  const title = `an ${role}`;
  if (password === null) {
    say(`${email} has an account; it is ${title} now and keeps its password.`);
    return;
  }
  if (!created) say(`${email} was registered, but nobody has proven the address: all its sessions have ended.`);
  say(`${email} is ${title} now. Password, shown only this once: ${password}`);
}

createAdmin(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
