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

  /** Shows an order's full record with source events. `reason` and `nextAttemptAt` of jobs cover this process alone. */
  @ReadsPersonal('order')
  @Get(':id/file')
  @Needs('admin', 'auditor')
  @Answers(OrderFile)
  @Refuses('not-found')
  async file(@Param('id') id: string) {
    return this.files.of(await this.orders.find(id));
  }
}
