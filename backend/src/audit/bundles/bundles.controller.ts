import { Body, Controller, Get, Header, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TEXT } from '@supreme-access/contract/shapes/primitives.js';
import type { FastifyReply } from 'fastify';
import { Needs } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import { STEP_UP, StepUp } from '../../customers/accounts/step-up.js';
import { derivedMetadata } from '../../event-sourcing/command-metadata.js';
import type { RequestContext } from '../../event-sourcing/requester.js';
import { AnswersStream, Refuses } from '../../http/answers.js';
import { Context } from '../../http/request.js';
import { AcoBody } from '../../orders/aco.controller.js';
import { Orders } from '../../orders/orders.js';
import { requesterOf, SecurityLog } from '../../telemetry/security-log.js';
import { BundledMails } from './bundled-mails.js';
import { Bundles } from './bundles.js';

const READS = { name: 'bundles', max: 30, seconds: 60 };

@ApiTags('audit')
@Controller('api/admin/orders')
@Limited(READS, 'account')
@Refuses('not-found', 'conflict:log-changed', 'unavailable:proof-not-ready')
export class BundlesController {
  constructor(
    private readonly orders: Orders,
    private readonly bundles: Bundles,
    private readonly mails: BundledMails,
    private readonly stepUp: StepUp,
    private readonly security: SecurityLog,
  ) {}

  /** Returns an order's events, proofs, seals and receipt with the verifier, as a zip; what is personal stays sealed. */
  @Get(':id/bundle')
  @Needs('admin', 'auditor')
  @Header('cache-control', 'no-store')
  @AnswersStream('application/zip', TEXT, 'a zip of docs/log-format.md, section 9')
  async sealed(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const order = await this.orders.find(id);
    send(reply, id, await this.bundles.of(order, []));
  }

  /** Returns the same with the copies of the order's mails, without links; the security log records who, and why. */
  @Post(':id/bundle')
  @Needs('admin')
  @Header('cache-control', 'no-store')
  @AnswersStream('application/zip', TEXT, 'a zip of docs/log-format.md, section 9')
  @Refuses(...STEP_UP)
  async whole(
    @Param('id') id: string,
    @Body() { reason, ...proof }: AcoBody,
    @Context() context: RequestContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const order = await this.orders.find(id);
    // A fresh command id requires a new step-up per answer, even under a repeated key.
    await this.stepUp.prove(proof, { ...context, metadata: derivedMetadata(context.metadata) });
    const bundle = await this.bundles.of(order, await this.mails.of(order));
    this.security.tell('personal-data-read', {
      ...requesterOf(context.metadata),
      of: 'order',
      whose: [id],
      why: reason,
    });
    send(reply, id, bundle);
  }
}

function send(reply: FastifyReply, orderId: string, bundle: Buffer): void {
  void reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="evidence-${encodeURIComponent(orderId)}.zip"`)
    .send(bundle);
}
