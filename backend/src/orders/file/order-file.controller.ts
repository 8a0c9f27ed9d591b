import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrderFile } from '@supreme-access/contract/shapes/order-file.js';
import { Needs } from '../../auth/guard.js';
import { Answers, Refuses } from '../../http/answers.js';
import { ReadsPersonal } from '../../http/personal-reads.js';
import { Orders } from '../orders.js';
import { OrderFiles } from './order-files.js';

@ApiTags('admin orders')
@Controller('api/admin/orders')
export class OrderFileController {
  constructor(
    private readonly orders: Orders,
    private readonly files: OrderFiles,
  ) {}

  /**
   * Everything about one order with the event that each fact stands in: money, evidence, attempts at the retailer, mails, the
   * work that waits (its `reason` and `nextTryAt` as far as the answering process has tried it itself), and the story, each line
   * of which names what caused it.
   */
  @ReadsPersonal('order')
  @Get(':id/file')
  @Needs('admin', 'auditor')
  @Answers(OrderFile)
  @Refuses('not-found')
  async file(@Param('id') id: string) {
    return this.files.of(await this.orders.find(id));
  }
}
