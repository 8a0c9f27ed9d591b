import { Module } from '@nestjs/common';
import { OrderList } from '../orders/order-list.js';
import { FirstSteps } from './first-steps.js';
import { OpenPromises } from './open-promises.js';
import { OpenWork } from './open-work.js';
import { ReleaseReport } from './release-report.js';
import { ReportsController } from './reports.controller.js';
import { Reports } from './reports.js';

@Module({
  controllers: [ReportsController],
  providers: [FirstSteps, OpenPromises, OpenWork, OrderList, ReleaseReport, Reports],
})
export class ReportsModule {}
