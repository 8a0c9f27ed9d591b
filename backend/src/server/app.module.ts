import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { ProductsModule } from '../catalogue/products/products.module.js';
import { PromosModule } from '../catalogue/promos/promos.module.js';
import { AccountsModule } from '../customers/accounts/accounts.module.js';
import { ProfilesModule } from '../customers/profiles/profiles.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { DisputesModule, FeesModule } from '../payments/payments.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { ReservationsModule } from '../reservations/reservations.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { StripeModule } from '../stripe/stripe.module.js';
import type { Partners } from './emulators.js';
import { FirstMinuteModule } from './first-minute/first-minute.module.js';
import { whatIsReal } from './first-minute/nothing-real.js';
import type { Platform } from './platform.js';
import { PlatformModule } from './platform.module.js';
import { HealthController } from './system/health.controller.js';
import { JobsController } from './system/jobs.controller.js';
import { MetricsController } from './system/metrics.controller.js';
import { ProjectionsController } from './system/projections.controller.js';
import { SystemController } from './system/system.controller.js';

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class AppModule {
  static of(platform: Platform, partners: Partners): DynamicModule {
    return {
      module: AppModule,
      controllers: [HealthController, MetricsController, JobsController, ProjectionsController, SystemController],
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
        RetailersModule.of(partners.retailer),
        ReleasesModule.of(partners.retailer),
        FeesModule,
        DisputesModule,
        PrivacyModule,
        AuditModule,
        ReportsModule,
        AnalyticsModule,
        ...(whatIsReal(platform.config) === null ? [FirstMinuteModule] : []),
      ],
    };
  }
}
