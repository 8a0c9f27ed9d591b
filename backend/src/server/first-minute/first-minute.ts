import { join } from 'node:path';
import { type INestApplicationContext, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type {
  Damage,
  GuidedDrop,
  GuidedMail,
  GuidedStage,
  GuidedStatus,
} from '@supreme-access/contract/shapes/first-minute.js';
import type { Config } from '../../config/config.js';
import { EVENT_LOG, InjectClock, InjectConfig, SCHEMA } from '../../config/tokens.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { DEMO_SHOPPER } from '../demo-seed.js';
import { Crowd } from './crowd.js';
import { damageOneByte } from './damage.js';
import { DemoCast } from './demo-cast.js';
import { DemoDrop, type Pause, type Troubles } from './demo-drop.js';
import { Inbox } from './inbox.js';
import { OneTimeLink } from './one-time-link.js';
import { isOnlyDemo } from './only-demo.js';

export const FIRST_MINUTE_PAGE = '/first-minute/';

interface Stage {
  cast: DemoCast;
  crowd: Crowd;
  drop: DemoDrop;
  inbox: Inbox;
  app: INestApplicationContext;
}

/** The guided first minute. It is closed until a terminal has been given its link. */
@Injectable()
export class FirstMinute implements OnModuleDestroy {
  private stage: Stage | null = null;
  private readonly link = new OneTimeLink();

  constructor(
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  get isOpen(): boolean {
    return this.stage !== null;
  }

  /** Path and fragment of the link, for a terminal alone; null, and closed, where something is not the demo's own. `size`: of the crowd */
  async open(app: INestApplicationContext, size?: number, pause?: Pause): Promise<string | null> {
    const cast = new DemoCast(app);
    if (!(await isOnlyDemo(app)) || !(await cast.isWhole())) {
      await this.close();
      return null;
    }
    const crowd = new Crowd(app, size);
    const inbox = new Inbox(join(this.config.dataDir, 'mail'));
    this.stage ??= { cast, crowd, drop: new DemoDrop(app, crowd, pause), inbox, app };
    return `${FIRST_MINUTE_PAGE}#${this.link.issue(this.clock())}`;
  }

  /** @throws Refused 'not-found' | 'link-invalid' */
  async enter(token: string): Promise<GuidedStage> {
    const { cast, crowd, app } = this.opened();
    if (!this.link.take(token, this.clock())) {
      const text = 'This link was used, or is older than 15 minutes. Stop the server and start it for another one.';
      throw new Refused('link-invalid', 'not-found', text);
    }
    if (!(await isOnlyDemo(app))) {
      await this.close();
      throw noSuch('page');
    }
    this.gather(crowd);
    return { sessions: await cast.enter(), profileId: await cast.profileId() };
  }

  /** @throws Refused 'not-found' */
  now(): GuidedStatus {
    const { crowd, drop } = this.opened();
    this.gather(crowd);
    return { gathered: crowd.here, crowd: crowd.size, drop: drop.newest };
  }

  /** @throws Refused 'not-found' | 'crowd-gathering' | 'drop-running' */
  begin(troubles: Troubles): Promise<GuidedDrop> {
    return this.opened().drop.begin(troubles);
  }

  /** @throws Refused 'not-found' */
  mails(): Promise<GuidedMail[]> {
    return this.opened().inbox.of(DEMO_SHOPPER.email);
  }

  /** @throws Refused 'not-found' */
  damage(): Promise<Damage> {
    const { app } = this.opened();
    return damageOneByte(app.get(EVENT_LOG), app.get(SCHEMA));
  }

  /** Resolves once the crowd is there, and has come to the drop that runs. */
  async settled(): Promise<void> {
    await this.stage?.crowd.gather();
    await this.stage?.drop.settled();
  }

  async onModuleDestroy(): Promise<void> {
    await this.close();
  }

  private async close(): Promise<void> {
    const { stage } = this;
    this.stage = null;
    await Promise.all([stage?.drop.stop(), stage?.crowd.stop()]);
  }

  /** Whoever looks begins anew what has failed. */
  private gather(crowd: Crowd): void {
    crowd.gather().catch(() => undefined);
  }

  private opened(): Stage {
    if (!this.stage) throw noSuch('page');
    return this.stage;
  }
}
