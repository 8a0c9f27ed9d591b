import 'reflect-metadata';
import { FirstAdmin } from './accounts/first-admin.js';
import { readConfig } from './config.js';
import { startServer } from './product-server.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run admin:create -- <email>`: makes an admin, or gives the role to the account that has this address. */
async function createAdmin([email = '', ...others]: readonly string[]): Promise<void> {
  if (others.length > 0 || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    throw new Error('usage: npm run admin:create -- <email>   (ADMIN_PASSWORD chooses the password)');
  }
  const config = { ...readConfig({ LOG_LEVEL: 'warn', ...process.env }), port: 0, host: '127.0.0.1' };
  const server = await startServer(config, { say });
  try {
    await server.ready;
    const { password, created } = await server.app.get(FirstAdmin).create(email, config.adminPassword);
    if (created) say(`${email} is an admin now. Password, shown only this once: ${password ?? ''}`);
    else say(`${email} has an account; it is an admin now and keeps its password.`);
  } finally {
    await server.stop();
  }
}

createAdmin(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
