import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG } from '../config/tokens.js';
import { readAcceptances } from '../event-sourcing/acceptances.js';
import { workerMetadata } from '../event-sourcing/command-metadata.js';
import { Commands } from '../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../event-sourcing/decider.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import { despiteDamage, STREAM_DAMAGED, unlessDamaged } from '../stores/event-log/stream-integrity.js';
import type { JobRows } from './job-rows.js';
import { JobRunner, type ResumedWhen } from './job-runner.js';
import { type Job, PARKED, rowKey } from './jobs.projection.js';
import { NOT_PARKED, ParkWork, parkedWork, ResumeWork, SetWorkAside } from './parked-jobs.js';

const MOST = 1_000;
/** ms after an acceptance in which earlier attempts may be parked, clock differences included */
const PARKED_WITHIN = 60_000;

@Injectable()
export class Parking {
  constructor(
    private readonly commands: Commands,
    private readonly jobRunner: JobRunner,
    @Inject(EVENT_LOG) private readonly log: Pick<EventLog, 'readStream'>,
  ) {}

  async park({ kind, id }: Job, attempts: number, reason: string): Promise<Position> {
    const data = { kind, workId: id, attempts, reason };
    return (await this.commands.execute(parkedWork, new ParkWork(rowKey({ kind, id }), data, workerMetadata(kind))))
      .position;
  }

  async resume(kind: string, id: string, metadata: CommandMetadata): Promise<boolean> {
    const command = new ResumeWork(rowKey({ kind, id }), { kind, workId: id }, metadata);
    if (await this.commands.isDone(parkedWork, command.id, metadata)) return true;
    if (!(await this.commands.state(parkedWork, command.id)).isParked) return false;
    await this.commands.execute(parkedWork, command);
    return true;
  }

  /** At most 1,000 rows per call. */
  async resumeAll(kind: string, metadata: CommandMetadata): Promise<number> {
    const rows = await this.rows.find({ where: { kind, dueAt: PARKED }, sort: [['id', 'asc']], limit: MOST });
    let resumed = 0;
    for (const { id } of rows) if (await this.resume(kind, id, metadata)) resumed += 1;
    return resumed;
  }

  /** 'start' resumes only rows parked before the newest acceptance. @throws StreamDamaged after all others */
  async resumeDamaged(when: ResumedWhen): Promise<void> {
    const upTo = when === 'start' ? await this.newestAcceptance() : Number.POSITIVE_INFINITY;
    if (upTo === undefined) return;
    await despiteDamage(this.jobRunner.queues, async ({ worker: { kind } }) => {
      const resumed = ({ id }: Job) => this.resume(kind, id, workerMetadata(kind)).catch(unlessNotParked);
      await despiteDamage(await this.parkedByLocks(kind, upTo), resumed);
    });
  }

  /** ms UTC; undefined: no acceptance */
  private async newestAcceptance(): Promise<number | undefined> {
    const { newestAt } = await readAcceptances(this.log);
    return newestAt === undefined ? undefined : newestAt + PARKED_WITHIN;
  }

  private async parkedByLocks(kind: string, upTo: number): Promise<Job[]> {
    const locked: Job[] = [];
    for (let last = ''; ; ) {
      const where = { kind, dueAt: PARKED, id: { gt: last } };
      const rows = await this.rows.find({ where, sort: [['id', 'asc']], limit: MOST });
      locked.push(...rows.filter(({ parked }) => parked?.reason === STREAM_DAMAGED && parked.at <= upTo));
      if (rows.length < MOST) return locked;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** @throws Refused 'not-found', 'not-parked' */
  async setAside(kind: string, id: string, reason: string, metadata: CommandMetadata): Promise<void> {
    const key = rowKey({ kind, id });
    const row = (await this.rows.again([key])).get(key);
    // This runs before the event, and again after a crash: once the event is recorded, the row is gone.
    if (row && (await this.commands.state(parkedWork, key)).isParked) {
      // A locked stream records nothing; its work may leave the list all the same.
      await this.jobRunner.queue(kind)?.worker.setAside?.(row, metadata)?.catch(unlessDamaged);
    }
    try {
      await this.commands.execute(parkedWork, new SetWorkAside(key, { kind, workId: id, reason }, metadata));
    } catch (error) {
      if (!row && error instanceof Refused && error.code === NOT_PARKED) throw noSuch('job');
      throw error;
    }
  }

  private get rows(): JobRows {
    return this.jobRunner.rows;
  }
}

function unlessNotParked(error: unknown): void {
  if (!(error instanceof Refused && error.code === NOT_PARKED)) throw error;
}
