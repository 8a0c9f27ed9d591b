/** One piece of waiting work, as operators see it. */
export interface ListedDue {
  id: string;
  kind: string;
  /** what it is about, e.g. an order's id */
  subject: string;
  /** more of it, e.g. a mail's kind */
  about: string | null;
  dueAt: string;
  since: string | null;
  tries: number;
  /** what the answering process knows of its own last try */
  reason: string | null;
  nextTryAt: string;
  /** due for longer than is usual */
  isLate: boolean;
  partner: 'retailer' | 'stripe' | 'mail' | null;
  /** not begun because its partner is away */
  isParked: boolean;
}
