import { SESSION_SECONDS, STAFF_IDLE_SECONDS } from '@supreme-access/contract/limits.js';
import type { Session } from '../event-sourcing/requester.js';

/** ms for which an end is held: the session's token has expired then, of clocks that differ and logins under way as well */
export const HELD_FOR = SESSION_SECONDS * 1_000 + 60_000;
const IDLE_AFTER = STAFF_IDLE_SECONDS * 1_000;
/** ms between two times that a use is told to be written down */
export const NOTED_EVERY = 60_000;

interface Use {
  /** ms UTC */
  usedAt: number;
  notedAt: number;
}

/** Writes down that a session was used; what fails is tried again at the next use. */
type Note = (session: Session) => Promise<void>;

/** What this process knows of single sessions: which were ended, and when those of staff were used last. Times are ms UTC. */
export class SessionLives {
  /** in the order in which it was heard */
  private readonly ended = new Map<string, number>();
  private readonly uses = new Map<string, Use>();
  private note: Note = async () => undefined;

  constructor(private readonly clock: () => number) {}

  onUse(note: Note): void {
    this.note = note;
  }

  end(sid: string, at: number): void {
    const oldest = this.clock() - HELD_FOR;
    for (const [one, endedAt] of this.ended) {
      if (endedAt > oldest) break;
      this.ended.delete(one);
    }
    if (at > oldest) this.ended.set(sid, at);
    this.uses.delete(sid);
  }

  /** Another process, or an earlier one, has seen it used. */
  heard(sid: string, usedAt: number): void {
    const use = this.uses.get(sid);
    if (use && use.usedAt >= usedAt) return;
    if (!use) this.forgetOld();
    this.uses.set(sid, { usedAt, notedAt: usedAt });
  }

  hasEnded({ sid }: Pick<Session, 'sid'>): boolean {
    return this.ended.has(sid);
  }

  /** Nobody has used it for as long as staff may leave theirs alone. A session of shoppers lasts until it expires. */
  isIdle({ sid, roles, signedInAt }: Session): boolean {
    return isOfStaff(roles) && this.clock() - (this.uses.get(sid)?.usedAt ?? signedInAt) >= IDLE_AFTER;
  }

  use(session: Session): void {
    if (!isOfStaff(session.roles)) return;
    const now = this.clock();
    const { usedAt, notedAt } = this.uses.get(session.sid) ?? { usedAt: 0, notedAt: 0 };
    const isToNote = now - notedAt >= NOTED_EVERY;
    // Another process's clock may be ahead.
    this.uses.set(session.sid, { usedAt: Math.max(now, usedAt), notedAt: isToNote ? now : notedAt });
    if (isToNote) this.note(session).catch(() => this.unnoted(session.sid));
  }

  private unnoted(sid: string): void {
    const use = this.uses.get(sid);
    if (use) this.uses.set(sid, { ...use, notedAt: 0 });
  }

  private forgetOld(): void {
    for (const [sid, { usedAt }] of this.uses) if (usedAt <= this.clock() - HELD_FOR) this.uses.delete(sid);
  }
}

export function isOfStaff(roles: readonly string[]): boolean {
  return roles.some((role) => role !== 'shopper');
}
