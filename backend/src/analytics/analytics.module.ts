import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { CONFIG, LOGGER } from '../config/tokens.js';
import { ANALYTICS, AnalyticsController } from './analytics.controller.js';
import { GoogleAnalytics } from './google-analytics.js';

@Module({
  controllers: [AnalyticsController],
  providers: [
    {
      provide: ANALYTICS,
      useFactory: ({ analytics }: Config, logger: Logger) => analytics && new GoogleAnalytics(analytics, logger),
      inject: [CONFIG, LOGGER],
    },
  ],
})
export class AnalyticsModule {}
