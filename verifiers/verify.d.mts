/** What the server uses of `verify.mjs`. */

export interface LoggedEvent {
  stream: string;
  revision: number;
  position: number;
  id: string;
  type: string;
  data: object;
  metadata: { hash: string };
  isForeign?: true;
}

export interface Break {
  position: number;
  stream: string;
  revision: number;
  problem: string;
}

export class ChainWalk {
  readonly streams: number;
  hasStream(stream: string): boolean;
  take(event: LoggedEvent): boolean;
  skip(gap: Omit<Break, 'problem'> & { count: number }, problem: string): void;
  note(finding: Break & { word: 'CHANGED' }): void;
  end(): { broken: Break[]; accepted: Break[] };
}
