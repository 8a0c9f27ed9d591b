import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AccountsModule } from './accounts/accounts.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { AuditModule } from './audit/audit.module.js';
import { PaymentsModule } from './fees/fees.module.js';
import { MailModule } from './mail/mail.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { HealthController } from './platform/http/health.controller.js';
import type { Platform } from './platform/platform.js';
import { PlatformModule } from './platform/platform.module.js';
import { PrivacyModule } from './privacy/privacy.module.js';
import { ProductsModule } from './products/products.module.js';
import { ProfilesModule } from './profiles/profiles.module.js';
import { PromosModule } from './promos/promos.module.js';
import { CheckoutsModule } from './releases/releases.module.js';
import type { Partners } from './start/partners.js';

/** The whole product in one process. */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class AppModule {
  static of(platform: Platform, partners: Partners): DynamicModule {
    return {
      module: AppModule,
      controllers: [HealthController],
      imports: [
        ScheduleModule.forRoot(),
        PlatformModule.of(platform),
        AccountsModule,
        ProfilesModule,
        ProductsModule,
        PromosModule,
        OrdersModule,
        CheckoutsModule.of(partners.retailer),
        PaymentsModule.of(partners.stripe),
        MailModule,
        PrivacyModule,
        AuditModule,
        AnalyticsModule,
      ],
    };
  }
}
