import { Injectable } from '@nestjs/common';
import type { AdminOrder } from '@supreme-access/contract/shapes/orders.js';
import { PROOF_STATUSES, type Proof, type ProofStatus } from '@supreme-access/contract/shapes/proofs.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import { Commands } from '../../event-sourcing/commands.js';
import { type CommandMetadata, noSuch, Refused } from '../../event-sourcing/decider.js';
import { heldAs, type ListSpec, type ParsedList } from '../../http/admin-list.js';
import { type Evidence, refusedReference } from '../../orders/evidence.js';
import { type OrderState, order } from '../../orders/order.js';
import { RecordEvidence } from '../../orders/order-checkout.js';
import { isWaiting, type OrderProof, type ProofDecision, ReviewProof } from '../../orders/order-proofs.js';
import { OrderViews } from '../../orders/order-views.js';
import { ordersProjection } from '../../orders/orders.projection.js';
import { Reads } from '../../projections/reads.js';
import { checkoutReference } from '../../retailers/retailer.js';
import { matches } from '../../stores/read-models/conditions.js';
import { ATTEMPT_DEADLINE } from '../checkout-attempt.js';
import { RetailerAway } from '../checkouts.js';
import { KeptMails, orderOf } from './kept-mails.js';
import { LookUps } from './look-ups.js';

export const PROOF_LIST: ListSpec = {
  resource: 'proofs',
  fields: { id: 'id', orderId: 'orderId', status: 'status', receivedAt: 'receivedAt' },
  held: { status: heldAs(...PROOF_STATUSES) },
  defaultSort: ['receivedAt', 'desc'],
};
const ORDERS_READ = 1_000;

interface Row {
  id: string;
  orderId: string;
  status: ProofStatus;
  receivedAt: number;
  proof: OrderProof;
}

@Injectable()
export class ProofReviews {
  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly views: OrderViews,
    private readonly mails: KeptMails,
    private readonly lookUps: LookUps,
  ) {}

  async page({ where, sort, skip, limit }: ParsedList): Promise<{ rows: Proof[]; total: number }> {
    const wanted = 'status' in where || 'orderId' in where ? where : { ...where, status: 'waiting' };
    const { orderId } = wanted;
    const proof = wanted.status === 'waiting' ? 'waiting' : { in: ['waiting', 'settled'] };
    const docs = await this.reads.find(ordersProjection, {
      where: orderId === undefined ? { proof } : { orderId, proof },
      sort: [['orderDate', 'desc']],
      limit: ORDERS_READ,
    });
    const [[column, way] = ['receivedAt', 'desc']] = sort;
    const found = docs
      .flatMap((doc) => Object.values(doc.life.proofs).map((proof) => ({ row: rowOf(proof, doc.life), doc })))
      .filter(({ row: { proof: _, ...row } }) => matches(row, wanted));
    const sign = way === 'asc' ? 1 : -1;
    const compared = (a: string, b: string) => Number(a > b) - Number(a < b);
    found.sort((a, b) => sign * compared(a.row[column as 'id'], b.row[column as 'id']));
    const rows = await Promise.all(
      found.slice(skip, skip + limit).map(async ({ row, doc }) => this.view(row, await this.views.staffView(doc))),
    );
    return { rows, total: found.length };
  }

  /** @throws Refused 'not-found' */
  async find(proofId: string): Promise<OrderProof> {
    const proof = (await this.commands.state(order, orderOf(proofId))).proofs[proofId];
    if (!proof) throw noSuch('proof');
    return proof;
  }

  /** The retailer confirms a refused attempt. @throws Refused 'not-found' | 'proof-decided' | 'refused-reference' */
  async decide(proofId: string, decision: ProofDecision, reason: string, metadata: CommandMetadata): Promise<Proof> {
    const { reference } = await this.find(proofId);
    const orderId = orderOf(proofId);
    const review = (step: CommandMetadata) =>
      this.commands.execute(order, new ReviewProof(orderId, { proofId, decision, reason }, step));
    await this.confirmingReference(orderId, reference, metadata, review);
    return this.one(orderId, proofId);
  }

  /** @throws Refused 'not-attempted' | 'refused-reference' */
  async record(orderId: string, evidence: Evidence, metadata: CommandMetadata): Promise<void> {
    await this.confirmingReference(orderId, evidence.reference, metadata, (step) =>
      this.commands.execute(order, new RecordEvidence(orderId, { evidence }, step)),
    );
  }

  private async confirmingReference(
    orderId: string,
    reference: string | null,
    metadata: CommandMetadata,
    ask: (step: CommandMetadata) => Promise<unknown>,
  ): Promise<void> {
    try {
      await ask(metadata);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'refused-reference') throw error;
      if (!(await this.saysOtherwise(orderId, reference, metadata))) throw refusedReference();
      await ask(derivedMetadata(metadata));
    }
  }

  private async saysOtherwise(orderId: string, reference: string | null, metadata: CommandMetadata): Promise<boolean> {
    const { attempts } = await this.commands.state(order, orderId);
    const named = reference?.startsWith(`${orderId}:`) ? reference : checkoutReference(orderId, attempts);
    try {
      return (await this.lookUps.ask(orderId, named, AbortSignal.timeout(ATTEMPT_DEADLINE), metadata)) === 'succeeded';
    } catch (error) {
      if (error instanceof RetailerAway) return false;
      throw error;
    }
  }

  private async one(orderId: string, proofId: string): Promise<Proof> {
    const life = await this.commands.state(order, orderId);
    const proof = life.proofs[proofId];
    if (!proof) throw noSuch('proof');
    return this.view(rowOf(proof, life), await this.views.freshForStaff(orderId));
  }

  private async view({ id, orderId, status, receivedAt, proof }: Row, ofOrder: AdminOrder): Promise<Proof> {
    const mail = await this.mails.read(proof.record);
    return {
      id,
      orderId,
      status,
      receivedAt: new Date(receivedAt).toISOString(),
      mail: mail && { from: mail.from, subject: mail.subject, text: mail.text },
      isAuthenticated: proof.isAuthenticated,
      reference: proof.reference,
      why: proof.why,
      answer: proof.answer,
      reason: proof.decision?.reason ?? null,
      order: ofOrder,
    };
  }
}

function rowOf(proof: OrderProof, life: OrderState): Row {
  const { proofId: id, receivedAt, decision } = proof;
  const decided = decision?.decision === 'accept' ? 'accepted' : 'refused';
  const status = decision ? decided : isWaiting(proof, life) ? 'waiting' : 'settled';
  return { id, orderId: orderOf(id), status, receivedAt, proof };
}
