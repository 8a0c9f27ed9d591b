import type { Position } from '../stores/event-log/event-log.js';
import type { Behind } from './folded-elsewhere.js';

export interface ProjectorFailure {
  projection: string;
  cause: 'event' | 'store';
  eventId: string;
  position: Position;
  message: string;
}

export interface Progress {
  position: Position;
  caughtUp: boolean;
  failures: ProjectorFailure[];
  behind: Behind[];
  stopped: string | null;
  waitsFor: string | null;
}

/** ms between two looks at what changes without an event, as a store that is away */
const LOOK = 500;

const NOTHING_YET: Progress = {
  position: 0,
  caughtUp: false,
  failures: [],
  behind: [],
  stopped: null,
  waitsFor: null,
};

/** How far the thread that folds has come, as it announces it. */
export class AnnouncedFolding {
  private latest = NOTHING_YET;
  private readonly waiting = new Set<{ position: Position; resolve: () => void }>();

  get progress(): Progress {
    return this.latest;
  }

  hasStopped(name: string): boolean {
    return this.latest.failures.some(({ projection }) => projection === name);
  }

  hear(progress: Progress): void {
    this.latest = progress;
    for (const one of this.waiting) {
      if (one.position > progress.position) continue;
      this.waiting.delete(one);
      one.resolve();
    }
  }

  /** @throws AbortError */
  async reached(position: Position, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (position <= this.latest.position) return;
    await new Promise<void>((resolve, reject) => {
      const over = () => {
        this.waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter = {
        position,
        resolve: () => {
          signal.removeEventListener('abort', over);
          resolve();
        },
      };
      this.waiting.add(waiter);
      signal.addEventListener('abort', over, { once: true });
    });
  }
}

/** Announces each batch and each change; returns what ends it. */
export function announceFolding(
  projector: { onBatch(listener: () => void): () => void; progress(): Progress },
  announce: (progress: Progress) => void,
): () => void {
  let last = '';
  const say = () => {
    const progress = projector.progress();
    last = JSON.stringify(progress);
    announce(progress);
  };
  const leave = projector.onBatch(say);
  const looking = setInterval(() => {
    if (JSON.stringify(projector.progress()) !== last) say();
  }, LOOK).unref();
  say();
  return () => {
    leave();
    clearInterval(looking);
  };
}
