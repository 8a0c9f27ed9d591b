import { Injectable } from '@nestjs/common';
import type { Config } from '../platform/config.js';
import { Refused } from '../platform/decider.js';
import { InjectConfig } from '../platform/platform.js';
import { AccountReader } from './account-reader.js';
import { MakeStaff, type StaffCredentials } from './make-staff.js';

/** The second completes what another process has begun, the third finds what it has ended meanwhile. */
const ATTEMPTS = 3;

/** Somebody must be able to invite the others. */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly staff: MakeStaff,
    private readonly reader: AccountReader,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** Makes the configured admin when there is none; call it once the read models have caught up. */
  async ensure(): Promise<StaffCredentials> {
    const { adminEmail, adminPassword } = this.config;
    const there = { email: adminEmail, password: null, created: false };
    for (let attempt = 1; ; attempt += 1) {
      if (await this.reader.hasAdmin()) return there;
      try {
        return await this.staff.make(adminEmail, 'admin', adminPassword);
      } catch (error) {
        if (!(error instanceof Refused) || attempt === ATTEMPTS) throw error;
        // Another process that began at the same moment may have made it, or have claimed the address for it.
        await this.reader.settled();
      }
    }
  }
}
