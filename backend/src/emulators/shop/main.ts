import { startSandboxRetailer } from './server.js';
import { readSettings } from './settings.js';

try {
  const sandbox = await startSandboxRetailer(readSettings(process.env));
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`sandbox retailer listens on ${sandbox.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
