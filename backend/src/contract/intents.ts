/** Keeps one Idempotency-Key until the input changes or a definite answer arrives. */
export class Intent {
  private open: { said: unknown; key: string } | null = null;

  keyFor(said: unknown): string {
    if (!this.open || this.open.said !== said) this.open = { said, key: newId() };
    return this.open.key;
  }

  settle(key: string | null): void {
    if (this.open?.key === key) this.open = null;
  }
}

export function newId(): string {
  // randomUUID exists only on https and localhost.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Hazard: the request may have been carried out; 502 and 504 are of a balancer that lost its server. */
export function isUnknownOutcome(status: number): boolean {
  return status >= 502 && status <= 504;
}

export function laterToken(kept: string | null, answered: string | null): string | null {
  return Number(answered) > Number(kept) ? answered : kept;
}
