/** One thing asked for: one Idempotency-Key for as long as the same is said and no definite answer has come. */
export class Intent {
  private open: { said: unknown; key: string } | null = null;

  keyFor(said: unknown): string {
    if (!this.open || this.open.said !== said) this.open = { said, key: newId() };
    return this.open.key;
  }

  /** What was asked for under this key has its answer: asking again is another intent. */
  settle(key: string | null): void {
    if (this.open?.key === key) this.open = null;
  }
}

/** An id that nobody else makes. */
export function newId(): string {
  // randomUUID exists only on https and localhost; getRandomValues everywhere
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
