import { Inject, Injectable } from '@nestjs/common';
import { EVENT_LOG } from '../config/tokens.js';
import { readAcceptances } from '../event-sourcing/acceptances.js';
import { Commands } from '../event-sourcing/commands.js';
import { noSuch, type Origin, Refused } from '../event-sourcing/decider.js';
import { workerOrigin } from '../event-sourcing/origins.js';
import type { EventLog, Position } from '../stores/event-log/event-log.js';
import { despiteDamage, STREAM_DAMAGED, unlessDamaged } from '../stores/event-log/stream-integrity.js';
import { type DueRow, PARKED, rowKey } from './due.projection.js';
import type { DueRows } from './due-rows.js';
import { DueWork, type ResumedWhen } from './due-work.js';
import { NOT_PARKED, ParkWork, parkedWork, ResumeWork, SetWorkAside } from './parked-work.js';

/** Rows of a kind that are tried again at once, or read at once. */
const MOST = 1_000;
/** ms after an acceptance in which work may be parked that was tried before it; no two clocks are further apart */
const PARKED_WITHIN = 60_000;

/** Parks work that nobody can do as it is, and does with it what an operator decides. */
@Injectable()
export class Parking {
  constructor(
    private readonly commands: Commands,
    private readonly dueWork: DueWork,
    @Inject(EVENT_LOG) private readonly log: Pick<EventLog, 'readStream'>,
  ) {}

  async park({ kind, id }: DueRow, attempts: number, reason: string): Promise<Position> {
    const data = { kind, workId: id, attempts, reason };
    return (await this.commands.execute(parkedWork, new ParkWork(rowKey({ kind, id }), data, workerOrigin(kind))))
      .position;
  }

  /** Has a parked row tried again; false of one that is not parked. */
  async resume(kind: string, id: string, origin: Origin): Promise<boolean> {
    const command = new ResumeWork(rowKey({ kind, id }), { kind, workId: id }, origin);
    if (await this.commands.isDone(parkedWork, command.id, origin)) return true;
    if (!(await this.commands.state(parkedWork, command.id)).isParked) return false;
    await this.commands.execute(parkedWork, command);
    return true;
  }

  /** The same of everything of a kind that is parked; returns how many rows that are. */
  async resumeAll(kind: string, origin: Origin): Promise<number> {
    const rows = await this.rows.find({ where: { kind, dueAt: PARKED }, sort: [['id', 'asc']], limit: MOST });
    let resumed = 0;
    for (const { id } of rows) if (await this.resume(kind, id, origin)) resumed += 1;
    return resumed;
  }

  /**
   * The same of everything that a locked stream has parked, in whichever: once a damaged event was accepted. What is still locked is parked
   * again. 'start': of what was parked since the newest acceptance nothing has changed, and it is left. @throws StreamDamaged at the end
   * where a row's own stream is locked
   */
  async resumeDamaged(when: ResumedWhen): Promise<void> {
    const upTo = when === 'start' ? await this.newestAcceptance() : Number.POSITIVE_INFINITY;
    if (upTo === undefined) return;
    await despiteDamage(this.dueWork.lines, async ({ worker: { kind } }) => {
      const resumed = ({ id }: DueRow) => this.resume(kind, id, workerOrigin(kind)).catch(unlessNotParked);
      await despiteDamage(await this.parkedByLocks(kind, upTo), resumed);
    });
  }

  /** ms UTC up to which something may have been parked that it concerns; undefined: there is none */
  private async newestAcceptance(): Promise<number | undefined> {
    const { newestAt } = await readAcceptances(this.log);
    return newestAt === undefined ? undefined : newestAt + PARKED_WITHIN;
  }

  /** Among those that wait for an operator for other reasons. */
  private async parkedByLocks(kind: string, upTo: number): Promise<DueRow[]> {
    const locked: DueRow[] = [];
    for (let last = ''; ; ) {
      const where = { kind, dueAt: PARKED, id: { gt: last } };
      const rows = await this.rows.find({ where, sort: [['id', 'asc']], limit: MOST });
      locked.push(...rows.filter(({ parked }) => parked?.reason === STREAM_DAMAGED && parked.at <= upTo));
      if (rows.length < MOST) return locked;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** It is never done, and leaves the list; what it was about says so too. @throws Refused 'not-found', 'not-parked' */
  async setAside(kind: string, id: string, reason: string, origin: Origin): Promise<void> {
    const key = rowKey({ kind, id });
    const row = (await this.rows.again([key])).get(key);
    // First, and more than once where the event is not recorded after it: once it is, the row is gone, and nobody would come for it.
    if (row && (await this.commands.state(parkedWork, key)).isParked) {
      // On a locked stream nothing can be recorded: its work may leave the list all the same.
      await this.dueWork.line(kind)?.worker.setAside?.(row)?.catch(unlessDamaged);
    }
    try {
      await this.commands.execute(parkedWork, new SetWorkAside(key, { kind, workId: id, reason }, origin));
    } catch (error) {
      if (!row && error instanceof Refused && error.code === NOT_PARKED) throw noSuch('row of due work');
      throw error;
    }
  }

  private get rows(): DueRows {
    return this.dueWork.rows;
  }
}

/** Another process was faster. */
function unlessNotParked(error: unknown): void {
  if (!(error instanceof Refused && error.code === NOT_PARKED)) throw error;
}
