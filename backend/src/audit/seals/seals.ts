import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { sealText } from '@supreme-access/contract/seals.js';
import type { InclusionProof } from '@supreme-access/contract/shapes/audit.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig, InjectEventLog } from '../../config/tokens.js';
import { derivedMetadata, furtherStep } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { ours } from '../../event-sourcing/ours.js';
import type { Repeatable } from '../../event-sourcing/repeated-secrets.js';
import type { EventLog, RecordedEvent } from '../../stores/event-log/event-log.js';
import { withTimeout } from '../../stores/with-timeout.js';
import { blockFile, LogChanged, LogTree } from './log-tree.js';
import { hashOf, RecordSeal, SEALS, type Seal, type SealKey, sealing } from './seal.js';
import { type Replaced, SealKeys, type Signer } from './seal-keys.js';

const STREAM = `log-${SEALS}`;
const HOUSEKEEPING = [STREAM, 'vault-watermark'];
/** ms to prepare a proof, and seconds to wait before a retry */
const PATIENCE = 5_000;
const RETRY = 10;

export interface Published {
  keys: SealKey[];
  seals: Seal[];
  last: number;
}

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

  /** Returns null without new events, or if another process sealed first. @throws Refused 'log-changed', StaleVault */
  seal(metadata: CommandMetadata): Promise<Seal | null> {
    const sealed = this.turn.catch(() => undefined).then(() => this.sealNow(metadata));
    this.turn = sealed;
    return sealed;
  }

  /** Creates a key and seals the change with the previous key, so that trust in the old key extends to the new one. */
  async replaceKey(context: Repeatable): Promise<Replaced> {
    const made = await this.keys.replace(context);
    const metadata = furtherStep(context.metadata, 'seal');
    // A duplicate finishes this after a crash in between.
    await this.commands
      .unlessDone(sealing, SEALS, metadata, async () => {
        const before = made.after && (await this.keys.signerOf(made.after));
        if (before) await this.sign(before, metadata);
      })
      .catch(unlessForestalled);
    return made;
  }

  async published(most: number, before = Number.POSITIVE_INFINITY): Promise<Published> {
    const { keys, last } = await this.commands.state(sealing, SEALS);
    const newest = Math.min(last?.number ?? 0, before - 1);
    const first = Math.max(1, newest - most + 1);
    const seals: Seal[] = [];
    // Seal n has revision n - 1 plus the number of keys created before it.
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

  /** Returns when the first unsealed event was recorded, ms UTC; null if everything is sealed. */
  async newsAfter(last: Seal | null): Promise<number | null> {
    for await (const { stream, metadata } of ours(this.log.readAll({ after: last?.position ?? 0 }))) {
      if (!HOUSEKEEPING.includes(stream)) return metadata.recordedAt;
    }
    return null;
  }

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

  async indexOf(position: number): Promise<number | undefined> {
    if (this.tree.position < position) await this.reachEnd();
    return this.tree.indexOf(position);
  }

  /** RFC 9162, 2.1.3: that the first seal after it counts the event; null until there is one. @throws Refused 'proof-not-ready' */
  async proofOf(position: number): Promise<InclusionProof | null> {
    const last = await this.last();
    if (!last || position > last.position) return null;
    const index = await this.indexOf(position);
    const seal = index === undefined ? null : await this.over(index);
    if (index === undefined || seal === null) return null;
    await this.upTo(seal);
    return { index, size: seal.size, path: await this.tree.inclusion(index, seal.size), seal };
  }

  async consistency(first: Seal, second: Seal): Promise<string[]> {
    await this.upTo(second);
    return this.tree.consistency(first.size, second.size);
  }

  private async upTo(seal: Seal): Promise<void> {
    if (this.tree.size < seal.size) await this.reachEnd();
    await this.assertUnchanged(seal);
  }

  /** A process without a tree reads the whole log first; the request does not wait for that. */
  private async reachEnd(): Promise<void> {
    await withTimeout(PATIENCE, this.tree.reachEnd(), () => {
      return new Refused(
        'proof-not-ready',
        'unavailable',
        'The proof is being prepared. Try again in a moment.',
        RETRY,
      );
    });
  }

  private async sealNow(metadata: CommandMetadata): Promise<Seal | null> {
    const signer = await this.keys.current(metadata);
    const last = await this.last();
    if (last && (await this.newsAfter(last)) === null) return null;
    return this.sign(signer, derivedMetadata(metadata)).catch(unlessForestalled);
  }

  private async sign(signer: Signer, metadata: CommandMetadata): Promise<Seal> {
    const last = await this.last();
    await this.tree.reachEnd();
    if (last) await this.assertUnchanged(last);
    const { size, position } = this.tree;
    const root = await this.tree.root(size);
    const at = Math.max(this.clock(), last?.at ?? 0);
    const { keyId } = signer;
    const seal = { number: (last?.number ?? 0) + 1, size, position, root, previous: hashOf(last), at, keyId };
    const signed = { ...seal, signature: signer.sign(sealText(seal)) };
    await this.commands.execute(sealing, new RecordSeal(SEALS, signed, metadata));
    return signed;
  }

  /** The stored tree may belong to another log, so it is rebuilt once from the log before a refusal. */
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
