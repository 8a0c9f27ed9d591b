import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Config } from '../config.js';
import { type Origin, Refused } from '../platform/decider.js';
import { workerOrigin } from '../platform/origins.js';
import { InjectConfig } from '../platform/platform.js';
import { AccountReader } from './account-reader.js';
import { Registration } from './registration.js';

export interface AdminCredentials {
  email: string;
  /** null when an account was there already and keeps its password */
  password: string | null;
  created: boolean;
}

/** The second completes what another process has begun, the third finds what it has ended meanwhile. */
const ATTEMPTS = 3;

/** Somebody must be able to invite the others. */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly registration: Registration,
    private readonly reader: AccountReader,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** Makes the configured admin when there is none; call it once the read models have caught up. */
  async ensure(): Promise<AdminCredentials> {
    const { adminEmail, adminPassword } = this.config;
    const there = { email: adminEmail, password: null, created: false };
    for (let attempt = 1; ; attempt += 1) {
      if (await this.reader.hasAdmin()) return there;
      try {
        return await this.make(adminEmail, adminPassword);
      } catch (error) {
        if (!(error instanceof Refused) || attempt === ATTEMPTS) throw error;
        // Another process that began at the same moment may have made it, or have claimed the address for it.
        await this.reader.settled();
      }
    }
  }

  /** For the operator: an account with this address gets the role, otherwise one is made. */
  async create(email: string, password: string | null): Promise<AdminCredentials> {
    if (await this.registration.promote(email, 'admin', operator())) return { email, password: null, created: false };
    return this.make(email, password);
  }

  private async make(email: string, given: string | null): Promise<AdminCredentials> {
    const password = given ?? randomBytes(15).toString('base64url');
    const who = { email, name: 'Admin', phone: '', password };
    await this.registration.register(who, { roles: ['admin'], verify: false }, operator());
    return { email, password, created: true };
  }
}

function operator(): Origin {
  return { ...workerOrigin('admin-create'), actor: { kind: 'system', id: 'admin-create' } };
}
