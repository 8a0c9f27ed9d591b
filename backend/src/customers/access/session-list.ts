import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SESSION_SECONDS, STAFF_IDLE_SECONDS } from '@supreme-access/contract/limits.js';
import type { OwnSession } from '@supreme-access/contract/shapes/people.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import { HELD_FOR, isOfStaff, NOTED_EVERY } from '../../auth/session-lives.js';
import { Sessions } from '../../auth/sessions.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch } from '../../event-sourcing/decider.js';
import { isUuid } from '../../event-sourcing/ids.js';
import { type Session } from '../../event-sourcing/requester.js';
import { actorOf } from '../../http/request.js';
import type { Happened } from '../../projections/live-events.js';
import { Projector } from '../../projections/projector.js';
import { Reads } from '../../projections/reads.js';
import { secondFactor } from './second-factor.js';
import { EndSession, NoteSession, session } from './session.js';
import { type SessionDoc, sessionsProjection } from './sessions.projection.js';
import { isStaffRole, isWithheld, STAFF, type StaffEvent, type StaffState, staff, wasGranted } from './staff.js';

/** ms */
const LOOK = 15_000;
/** ms that a list waits for the read models */
const PATIENCE = 1_500;

@Injectable()
export class SessionList implements BeforeApplicationShutdown {
  private readonly notes = new Set<Promise<void>>();
  private noted = 0;
  private staff = staff.initial;
  /** of the newest event in `staff`: the projector repeats older ones after it */
  private staffAt = 0;

  constructor(
    private readonly commands: Commands,
    private readonly sessions: Sessions,
    private readonly reads: Reads,
    private readonly projector: Projector,
    @InjectConfig() private readonly config: Pick<Config, 'staffTotpRequired'>,
    @InjectClock() private readonly clock: () => number,
  ) {
    sessions.lives.onUse((used) => this.written(used));
    sessions.withholds = (accountId, role) => isWithheld(this.staff, accountId, role);
  }

  hear({ category, type, id, data, at, position }: Happened): void {
    if (category === 'staff') {
      if (position > this.staffAt) this.staffIs(staff.evolve(this.staff, { type, data } as StaffEvent), position);
      return;
    }
    if (category !== 'session') return;
    if (type === 'SessionEnded') this.sessions.end(id, at);
    else if ('usedAt' in data && typeof data.usedAt === 'number') this.sessions.lives.hear(id, data.usedAt);
    else this.sessions.lives.hear(id, at);
  }

  async load(): Promise<void> {
    let at = 0;
    const settled = (position: number) => {
      at = position;
    };
    const state = await this.commands.state(staff, STAFF, { ...workerMetadata('sessions'), settled });
    this.staffIs(state, at);
    const recent = { gt: this.clock() - HELD_FOR };
    const ended = await this.reads.find(sessionsProjection, { where: { endedAt: recent }, sort: [['endedAt', 'asc']] });
    for (const { sid, endedAt } of ended) this.sessions.end(sid, endedAt ?? 0);
    const used = await this.reads.find(sessionsProjection, { where: { usedAt: recent, endedAt: null } });
    for (const { sid, usedAt } of used) this.sessions.lives.hear(sid, usedAt ?? 0);
  }

  staffIs(state: StaffState, position: number): void {
    if (position < this.staffAt) return;
    this.staff = state;
    this.staffAt = position;
  }

  raise(accountId: string, version: number, at?: number): void {
    this.sessions.raise(accountId, version, at);
  }

  /** With STAFF_TOTP=required, staff without one-time codes get a shopper's session, in which they can enrol. */
  async mustEnrol(accountId: string, roles: readonly Role[]): Promise<boolean> {
    if (!this.config.staffTotpRequired || !roles.some(isStaffRole)) return false;
    return (await this.commands.state(secondFactor, accountId)).on === null;
  }

  async sign(accountId: string, roles: readonly Role[], version: number): Promise<string> {
    const mustEnrol = await this.mustEnrol(accountId, roles);
    const granted = mustEnrol ? roles.filter((role) => !isStaffRole(role)) : roles;
    return this.sessions.begin(accountId, granted, version);
  }

  /** Returns whether the session is open. A staff session is in the log when this resolves, and its roles were before. */
  async admit(token: string): Promise<boolean> {
    if (!(await this.isGranted(token))) return false;
    const session = this.sessions.check(token);
    if (session && isOfStaff(session.roles)) await this.settled();
    return session !== null;
  }

  /** Open sessions of an account, latest use first. `version` is the account's token version. */
  async of(accountId: string, version: number, own: string): Promise<OwnSession[]> {
    await this.projector.passed(this.noted, PATIENCE);
    const now = this.clock();
    const used = { gt: now - STAFF_IDLE_SECONDS * 1_000 - NOTED_EVERY };
    const where = { accountId, usedAt: used, endedAt: null };
    const docs = await this.reads.find(sessionsProjection, { where, sort: [['usedAt', 'desc']] });
    // The read model can lag behind this process.
    const isOpen = ({ sid, begun }: SessionDoc) =>
      !this.sessions.lives.hasEnded({ sid }) &&
      begun !== null &&
      begun.version >= version &&
      begun.at + SESSION_SECONDS * 1_000 > now;
    return docs.filter(isOpen).map((doc) => shown(doc, own));
  }

  /** @throws Refused 'not-found' when the session belongs to another account */
  async endOne(sid: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    const state = isUuid(sid) ? await this.commands.state(session, sid) : null;
    if (state?.accountId !== accountId) throw noSuch('session');
    await this.end(sid, accountId, metadata);
  }

  async end(sid: string, accountId: string, metadata: CommandMetadata): Promise<void> {
    await this.commands.execute(session, new EndSession(sid, { accountId }, metadata));
    this.sessions.end(sid);
  }

  @Interval(LOOK)
  endOverStreams(): void {
    this.sessions.endOverStreams();
  }

  /** The log closes after this hook, so pending appends finish first. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.settled();
  }

  private async isGranted(token: string): Promise<boolean> {
    const session = this.sessions.check(token, false);
    if (!session || !isOfStaff(session.roles)) return true;
    const state = await this.commands.state(staff, STAFF);
    return session.roles.every((role) => wasGranted(state, session.accountId, role));
  }

  private async settled(): Promise<void> {
    await Promise.allSettled(this.notes);
  }

  private written(used: Session): Promise<void> {
    const { sid, accountId, version, signedInAt: begunAt } = used;
    const metadata = { ...workerMetadata('sessions'), actor: actorOf(used) };
    const note = this.commands
      .execute(session, new NoteSession(sid, { accountId, version, begunAt }, metadata))
      .then(({ position }) => {
        this.noted = Math.max(this.noted, position);
      })
      .finally(() => this.notes.delete(note));
    this.notes.add(note);
    return note;
  }
}

function shown({ sid, begun, usedAt }: SessionDoc, own: string): OwnSession {
  const iso = (at: number | null) => new Date(at ?? 0).toISOString();
  return { id: sid, begunAt: iso(begun?.at ?? 0), usedAt: iso(usedAt), current: sid === own };
}
