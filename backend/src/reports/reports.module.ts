import { Module } from '@nestjs/common';
import { OpenPromises } from './open-promises.js';
import { ReleaseReport } from './release-report.js';
import { ReportsController } from './reports.controller.js';
import { Reports } from './reports.js';

@Module({ controllers: [ReportsController], providers: [OpenPromises, ReleaseReport, Reports] })
export class ReportsModule {}
