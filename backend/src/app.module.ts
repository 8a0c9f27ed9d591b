import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AuditModule } from './audit/audit.module.js';
import { DisputesModule } from './fees/disputes.module.js';
import { FeesModule } from './fees/fees.module.js';
import { MailModule } from './mail/mail.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { DueController } from './platform/due/due.controller.js';
import { HealthController } from './platform/http/health.controller.js';
import { MetricsController } from './platform/http/metrics.controller.js';
import type { Platform } from './platform/platform.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProjectionsController } from './platform/system/projections.controller.js';
import { SystemController } from './platform/system/system.controller.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { ProductsModule } from './products/products.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { PromosModule } from './promos/promos.module.js';
import { ReleasesModule } from './releases/releases.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { ReservationsModule } from './reservations/reservations.module.js';
import type { Partners } from './start/partners.js';

import { StripeModule } from './stripe/stripe.module.js';

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class AppModule {
  static of(platform: Platform, partners: Partners): DynamicModule {
    return {
      module: AppModule,
      controllers: [HealthController, MetricsController, DueController, ProjectionsController, SystemController],
      imports: [
        PlatformModule.of(platform),
        StripeModule.of(partners.stripe),
        MailModule,
        ProductsModule,
        PromosModule,
        ProfilesModule,
        AccountsModule,
        OrdersModule,
        ReservationsModule,
        ReleasesModule.of(partners.retailer),
        FeesModule,
        DisputesModule,
        PrivacyModule,
        AuditModule,
        ReportsModule,
        AnalyticsModule,
      ],
    };
  }
}
