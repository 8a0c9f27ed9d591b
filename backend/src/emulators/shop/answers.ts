/** What a door answers; the wire comes after it. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** An answer that the ledger keeps for copies of its request. */
export interface KeyedAnswer extends Answer {
  kind: 'answer';
  /** ms UTC */
  at: number;
  /** door and path */
  scope: string;
  key: string;
  /** of the request's body */
  sha256: string;
}
