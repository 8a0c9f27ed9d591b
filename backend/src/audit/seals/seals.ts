import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { sealText } from '@supreme-access/contract/seals.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig, InjectEventLog } from '../../config/tokens.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type Origin, Refused } from '../../event-sourcing/decider.js';
import { freshStep, furtherStep } from '../../event-sourcing/origins.js';
import { ours } from '../../event-sourcing/ours.js';
import type { Repeatable } from '../../event-sourcing/repeated-secrets.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { within } from '../../stores/within.js';
import { blockFile, LogChanged, LogTree } from './log-tree.js';
import { hashOf, RecordSeal, SEALS, type Seal, type SealKey, sealing } from './seal.js';
import { type Replaced, SealKeys, type Signer } from './seal-keys.js';

const STREAM = `log-${SEALS}`;
/** what a server writes although nobody does anything */
const HOUSEKEEPING = [STREAM, 'vault-watermark'];
/** ms a proof may take to be made ready, and seconds after which it is worth asking again */
const PATIENCE = 5_000;
const RETRY = 10;

export interface Published {
  keys: SealKey[];
  /** oldest first */
  seals: Seal[];
  /** of all there are */
  last: number;
}

/** Seals the log, and reads its seals. */
@Injectable()
export class Seals {
  private readonly tree: LogTree;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly commands: Commands,
    private readonly keys: SealKeys,
    @InjectEventLog() private readonly log: EventLog,
    @InjectClock() private readonly clock: () => number,
    @InjectConfig() { dataDir }: Pick<Config, 'dataDir'>,
  ) {
    this.tree = new LogTree(log, blockFile(join(dataDir, 'seals', 'blocks')));
  }

  /**
   * Counts the log to its end and signs that; null when nothing has happened since the last seal. Of processes that seal at once one
   * alone does. @throws Refused 'log-changed' when it no longer begins with what was sealed before, VaultBehind without the key
   */
  seal(origin: Origin): Promise<Seal | null> {
    const sealed = this.turn.catch(() => undefined).then(() => this.sealNow(origin));
    this.turn = sealed;
    return sealed;
  }

  /** A new key, under a seal of the one before where that is there still: who trusts the one has it vouch for the other. */
  async replaceKey(asked: Repeatable): Promise<Replaced> {
    const made = await this.keys.replace(asked);
    const origin = furtherStep(asked.origin, 'seal');
    // By a copy where the first request was cut off before.
    await this.commands
      .unlessDone(sealing, SEALS, origin, async () => {
        const before = made.after && (await this.keys.signerOf(made.after));
        if (before) await this.sign(before, origin);
      })
      .catch(unlessForestalled);
    return made;
  }

  /** What has come since seal `number`, or all: what there is to check beside an export. `before`: only older ones. */
  async published(most: number, before = Number.POSITIVE_INFINITY): Promise<Published> {
    const { keys, last } = await this.commands.state(sealing, SEALS);
    const newest = Math.min(last?.number ?? 0, before - 1);
    const first = Math.max(1, newest - most + 1);
    const seals: Seal[] = [];
    // Seal n is at revision n - 1 and as many more as keys were named before it.
    for await (const event of ours(
      this.log.readStream(STREAM, { from: first, limit: newest - first + 1 + keys.length }),
    )) {
      const seal = sealIn(event);
      if (seal && seal.number >= first && seal.number <= newest) seals.push(seal);
    }
    return { keys: [...keys], seals, last: last?.number ?? 0 };
  }

  /** @throws Refused 'not-found' */
  async one(number: number): Promise<Seal> {
    const { seals } = await this.published(1, number + 1);
    const seal = seals.find((one) => one.number === number);
    if (!seal) throw new Refused('not-found', 'not-found', 'There is no such seal.');
    return seal;
  }

  async last(): Promise<Seal | null> {
    return (await this.commands.state(sealing, SEALS)).last;
  }

  /** When the first thing happened that no seal counts, ms UTC; null: every seal there should be is there. */
  async newsAfter(last: Seal | null): Promise<number | null> {
    for await (const { stream, metadata } of ours(this.log.readAll({ after: last?.position ?? 0 }))) {
      if (!HOUSEKEEPING.includes(stream)) return metadata.recordedAt;
    }
    return null;
  }

  /** The earliest seal that counts the event at `index`; null before there is one. */
  async over(index: number): Promise<Seal | null> {
    const last = await this.last();
    if (last === null || last.size <= index) return null;
    let [low, high] = [1, last.number];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((await this.one(middle)).size > index) high = middle;
      else low = middle + 1;
    }
    return this.one(low);
  }

  /** How many events come before the one at a position; undefined where no event of the log is there. */
  async indexOf(position: number): Promise<number | undefined> {
    if (this.tree.position < position) await this.reachEnd();
    return this.tree.indexOf(position);
  }

  /** RFC 9162, 2.1.3: of the event at `index`, in what a seal counts. */
  async inclusion(index: number, seal: Seal): Promise<string[]> {
    await this.upTo(seal);
    return this.tree.inclusion(index, seal.size);
  }

  /** RFC 9162, 2.1.4 */
  async consistency(first: Seal, second: Seal): Promise<string[]> {
    await this.upTo(second);
    return this.tree.consistency(first.size, second.size);
  }

  private async upTo(seal: Seal): Promise<void> {
    if (this.tree.size < seal.size) await this.reachEnd();
    await this.assertUnchanged(seal);
  }

  /** A process that has no tree yet reads the whole log for it, which whoever asks need not wait for. */
  private async reachEnd(): Promise<void> {
    await within(PATIENCE, this.tree.reachEnd(), () => {
      return new Refused(
        'proof-not-ready',
        'unavailable',
        'The proof is being prepared. Try again in a moment.',
        RETRY,
      );
    });
  }

  private async sealNow(origin: Origin): Promise<Seal | null> {
    const signer = await this.keys.current(origin);
    const last = await this.last();
    if (last && (await this.newsAfter(last)) === null) return null;
    return this.sign(signer, freshStep(origin)).catch(unlessForestalled);
  }

  private async sign(signer: Signer, origin: Origin): Promise<Seal> {
    const last = await this.last();
    await this.tree.reachEnd();
    if (last) await this.assertUnchanged(last);
    const { size, position } = this.tree;
    const root = await this.tree.root(size);
    const at = Math.max(this.clock(), last?.at ?? 0);
    const { keyId } = signer;
    const seal = { number: (last?.number ?? 0) + 1, size, position, root, previous: hashOf(last), at, keyId };
    const signed = { ...seal, signature: signer.sign(sealText(seal)) };
    await this.commands.execute(sealing, new RecordSeal(SEALS, signed, origin));
    return signed;
  }

  /** What was kept of the tree may be another log's; what the log itself says is final. */
  private async assertUnchanged(last: Seal): Promise<void> {
    if (await this.isSealed(last)) return;
    await this.tree.forget();
    await this.tree.reachEnd();
    if (await this.isSealed(last)) return;
    const text = `The log no longer begins with the ${last.size} events of seal ${last.number}. Nothing was sealed.`;
    throw new Refused('log-changed', 'conflict', text);
  }

  private async isSealed({ size, root }: Seal): Promise<boolean> {
    try {
      return size <= this.tree.size && (await this.tree.root(size)) === root;
    } catch (error) {
      if (error instanceof LogChanged) return false;
      throw error;
    }
  }
}

function unlessForestalled(error: unknown): null {
  if (error instanceof Refused && error.code === 'sealed-meanwhile') return null;
  throw error;
}

function sealIn({ type, data }: RecordedEvent): Seal | null {
  return type === 'LogSealed' ? (data as unknown as Seal) : null;
}
