import { parseArgs } from 'node:util';

export interface DemoOptions {
  shoppers: number;
  stock: number;
  /** how often the demo kills its own server while orders are at the retailer */
  kills: number;
  /** a running server; null starts one */
  url: string | null;
  admin: { email: string; password: string } | null;
}

const USAGE = `usage: npm run demo -- [--shoppers 300] [--stock 200] [--kills 2] [--url http://localhost:3000]
With --url the admin's credentials are taken from ADMIN_EMAIL and ADMIN_PASSWORD.`;

/** @throws with the usage when an option is missing or impossible */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): DemoOptions {
  const { values } = parseArgs({
    args,
    options: {
      shoppers: { type: 'string' },
      stock: { type: 'string' },
      kills: { type: 'string' },
      url: { type: 'string' },
    },
  });
  const shoppers = Number(values.shoppers ?? 300);
  const stock = Number(values.stock ?? Math.floor((shoppers * 2) / 3));
  const isSensible = Number.isInteger(shoppers) && shoppers >= 40 && shoppers <= 1_500;
  if (!isSensible || !Number.isInteger(stock) || stock < 20 || stock >= shoppers) {
    throw new Error(`From 40 to 1,500 shoppers, and at least 20 slots, fewer than shoppers.\n${USAGE}`);
  }
  const kills = Number(values.kills ?? 0);
  if (!Number.isInteger(kills) || kills < 0 || kills > 20 || (kills > 0 && values.url)) {
    throw new Error(`From 0 to 20 kills, and of a server of the demo's own.\n${USAGE}`);
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = env;
  if (values.url && (!email || !password)) throw new Error(USAGE);
  const admin = values.url && email && password ? { email, password } : null;
  return { shoppers, stock, kills, url: values.url?.replace(/\/$/, '') ?? null, admin };
}
