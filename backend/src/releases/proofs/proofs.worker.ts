import { Injectable } from '@nestjs/common';
import type { ProofAnswer } from '@supreme-access/contract/shapes/proofs.js';
import { LRUCache } from 'lru-cache';
import { InjectClock } from '../../config/tokens.js';
import { workerMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type JobWorker, Worker } from '../../jobs/job-worker.js';
import type { Job } from '../../jobs/jobs.projection.js';
import { RetryableError } from '../../jobs/retries.js';
import { CHECK_PROOF, FORGET_PROOF } from '../../orders/order.jobs.js';
import { type OrderState, order } from '../../orders/order.js';
import { ForgetProof, type OrderProof, RecordProofCheck } from '../../orders/order-proofs.js';
import { isEnded } from '../../orders/order-status.js';
import type { Position } from '../../stores/event-log/event-log.js';
import { KeptMails, orderOf } from './kept-mails.js';
import { LookUps } from './look-ups.js';
import { SignedProofs } from './signed-proofs.js';

/** ms until a failed key lookup is retried */
const KEY_PAUSE = 60_000;

@Worker()
@Injectable()
export class CheckProofs implements JobWorker {
  readonly kind = CHECK_PROOF;
  readonly concurrency = 4;
  readonly partner = 'retailer';
  private readonly answers = new LRUCache<string, ProofAnswer>({ max: 1_000 });

  constructor(
    private readonly commands: Commands,
    private readonly lookUps: LookUps,
    private readonly proofs: SignedProofs,
    private readonly mails: KeptMails,
    @InjectClock() private readonly clock: () => number,
  ) {}

  async work({ id }: Job, signal: AbortSignal): Promise<Position | undefined> {
    const orderId = orderOf(id);
    const { proofs, bought } = await this.commands.state(order, orderId);
    const proof = proofs[id];
    if (!proof) return undefined;
    const answer = bought ? 'not-asked' : await this.answerOf(orderId, proof, signal);
    await this.verifyAgain(await this.commands.state(order, orderId), proof);
    const command = new RecordProofCheck(orderId, { proofId: id, answer }, workerMetadata(this.kind));
    return (await this.commands.execute(order, command)).position;
  }

  private async answerOf(orderId: string, { proofId, lookUp }: OrderProof, signal: AbortSignal): Promise<ProofAnswer> {
    if (lookUp === null) return 'not-asked';
    const cached = this.answers.get(proofId);
    if (cached !== undefined) return cached;
    const answer = await this.lookUps.ask(orderId, lookUp, signal, workerMetadata(this.kind));
    this.answers.set(proofId, answer);
    return answer;
  }

  private async verifyAgain(state: OrderState, { record, isUnverified }: OrderProof): Promise<void> {
    if (!isUnverified || state.bought || isEnded(state)) return;
    const original = (await this.mails.read(record))?.original;
    if (!original || (state.closesAt !== null && this.clock() >= state.closesAt)) return;
    const outcome = await this.proofs.take(Buffer.from(original, 'base64'), workerMetadata(this.kind));
    if ('orderId' in outcome || !outcome.isLater) return;
    throw new RetryableError('the key of a signature could not be fetched', { notBefore: this.clock() + KEY_PAUSE });
  }
}

@Worker()
@Injectable()
export class ForgetProofs implements JobWorker {
  readonly kind = FORGET_PROOF;
  readonly concurrency = 2;

  constructor(
    private readonly commands: Commands,
    private readonly mails: KeptMails,
  ) {}

  async work({ id }: Job): Promise<Position | undefined> {
    const orderId = orderOf(id);
    const proof = (await this.commands.state(order, orderId)).proofs[id];
    if (!proof) return undefined;
    await this.mails.forget(proof.record);
    const command = new ForgetProof(orderId, { proofId: id }, workerMetadata(this.kind));
    return (await this.commands.execute(order, command)).position;
  }
}
