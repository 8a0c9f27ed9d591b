import { SESSION_SECONDS, STAFF_IDLE_SECONDS } from '@supreme-access/contract/limits.js';
import type { Session } from '../event-sourcing/requester.js';

/** ms; a session's token has expired by then, including clock skew and logins under way */
export const HELD_FOR = SESSION_SECONDS * 1_000 + 60_000;
const IDLE_AFTER = STAFF_IDLE_SECONDS * 1_000;
/** ms between two records of a session's use */
export const NOTED_EVERY = 60_000;

interface Use {
  /** ms UTC */
  usedAt: number;
  notedAt: number;
}

type Note = (session: Session) => Promise<void>;

export class SessionLives {
  /** ms UTC of each end, in the order of arrival */
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

  hear(sid: string, usedAt: number): void {
    const use = this.uses.get(sid);
    if (use && use.usedAt >= usedAt) return;
    if (!use) this.forgetOld();
    this.uses.set(sid, { usedAt, notedAt: usedAt });
  }

  hasEnded({ sid }: Pick<Session, 'sid'>): boolean {
    return this.ended.has(sid);
  }

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
