import type { Unchecked } from '@supreme-access/contract/shapes/audit.js';
import { isOurs } from '../../event-sourcing/ours.js';
import type { EventLog, Position } from '../../stores/event-log/event-log.js';

/** events that one answer reads at most; the next one goes on from there */
const MOST = 5_000;
const OWN = ['audit-', 'log-', 'vault-'];

interface Counted {
  after: Position;
  upTo: Position;
  events: number;
  slots: number;
  fees: number;
  drops: Set<string>;
}

/** Counts what was appended since a check; positions have gaps on some engines, so the events themselves are read. */
export class AfterChecks {
  private readonly kept = new Map<string, Counted>();

  constructor(private readonly log: Pick<EventLog, 'readAll'>) {}

  /** `check` names it, `after` is the position up to which it has looked. */
  async of(check: string, after: Position): Promise<Unchecked> {
    const before = this.kept.get(check);
    const counted =
      before?.after === after
        ? { ...before, drops: new Set(before.drops) }
        : { after, upTo: after, events: 0, slots: 0, fees: 0, drops: new Set<string>() };
    const isMore = await this.goOn(counted);
    this.kept.set(check, counted);
    const { events, slots, fees, drops } = counted;
    return { events, slots, fees, drops: drops.size, isMore };
  }

  private async goOn(counted: Counted): Promise<boolean> {
    let read = 0;
    for await (const event of this.log.readAll({ after: counted.upTo, limit: MOST })) {
      read += 1;
      const { stream, type } = event;
      counted.upTo = event.position;
      if (!isOurs(event) || OWN.some((prefix) => stream.startsWith(prefix))) continue;
      counted.events += 1;
      if (type === 'FeeCharged') counted.fees += 1;
      if (type !== 'SlotReserved') continue;
      counted.slots += 1;
      counted.drops.add(stream);
    }
    return read === MOST;
  }
}
