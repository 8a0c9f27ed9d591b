import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/tokens.js';
import { commandHandlers } from '../event-sourcing/commands.js';
import { hostOf } from '../http/outgoing/checked-address.js';
import type { Send } from '../http/outgoing/http-calls.js';
import { Breakers } from '../jobs/breakers.js';
import { Directory } from './directory/directory.js';
import { DiscoverRetailers } from './directory/discover.worker.js';
import { Discovery } from './directory/discovery.js';
import { RETAILER_PLACES, RetailerClients, type RetailerPlaces } from './directory/retailer-clients.js';
import { RetailerMails } from './directory/retailer-mails.js';
import { retailer } from './directory/retailer-record.js';
import { PlatformKeys } from './identity/platform-keys.js';
import { PlatformProfileController } from './identity/platform-profile.controller.js';
import { profileUrl } from './identity/platform-profile.js';
import { OwnRetailer } from './own/own-retailer.js';
import { Retailers } from './retailers.js';

export interface RetailerOptions {
  /** of the standard retailer: RETAILER_URL, or the sandbox in its place */
  url: string;
  key: string;
  isSandbox: boolean;
  /** where the sandbox reaches us; absent: at PUBLIC_URL */
  here?: string;
  /** calls instead of connections of our own */
  send?: Send;
}

@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: Nest's modules are classes
export class RetailersModule {
  static of({ url, key, isSandbox, here, send }: RetailerOptions): DynamicModule {
    const places = {
      provide: RETAILER_PLACES,
      inject: [CONFIG, PlatformKeys],
      useFactory: ({ retailerHosts, publicUrl }: Config, keys: PlatformKeys): RetailerPlaces => ({
        trusted: [hostOf(new URL(url)), ...retailerHosts],
        sandbox: isSandbox ? { url, key, profile: (id) => profileUrl(here ?? publicUrl, id) } : null,
        ...(send ? { send } : {}),
        ours: { profile: (id) => profileUrl(publicUrl, id), sign: (request) => keys.sign(request) },
      }),
    };
    const standard = {
      provide: OwnRetailer,
      inject: [Breakers],
      useFactory: (breakers: Breakers) =>
        new OwnRetailer({ url, key, send, recordResult: breakers.of('retailer').recordResult }),
    };
    const retailers = {
      provide: Retailers,
      inject: [OwnRetailer, RetailerClients],
      useFactory: (own: OwnRetailer, clients: RetailerClients) => new Retailers(own, (id) => clients.of(id)),
    };
    return {
      module: RetailersModule,
      global: true,
      controllers: [PlatformProfileController],
      providers: [
        ...commandHandlers(retailer),
        ...[places, standard, retailers],
        ...[PlatformKeys, RetailerClients, RetailerMails, Directory, Discovery, DiscoverRetailers],
      ],
      exports: [OwnRetailer, Retailers, RetailerClients, RetailerMails, Directory, Discovery],
    };
  }
}
