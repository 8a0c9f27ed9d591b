import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Place } from '@supreme-access/contract/shapes/people.js';
import { BrowserKeys as Offered, PageSettings, ServerTime } from '@supreme-access/contract/shapes/system.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import type { Config } from '../../config/config.js';
import { InjectClock, InjectConfig } from '../../config/tokens.js';
import { Answers, AnswersList, Refuses } from '../../http/answers.js';
import { BrowserKeys } from '../../http/encryption/browser-keys.js';
import { Text } from '../../http/fields.js';
import { AddressLookup } from './address-lookup.js';

export class PlacesQuery {
  @Text({ max: 200, description: 'the beginning of an address' })
  q: string;
}

/** One typed address causes about ten lookups, and an office shares one IP address. */
const LOOKUPS = { name: 'places', max: 600, seconds: 60 };

@ApiTags('forms')
@Open()
@Controller('api')
export class BrowserController {
  constructor(
    private readonly keys: BrowserKeys,
    private readonly lookup: AddressLookup,
    @InjectConfig() private readonly config: Config,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Clients encrypt to the first key. `now` is ms UTC. */
  @Get('keys')
  @Answers(Offered)
  async offered(): Promise<Offered> {
    return { keys: (await this.keys.publicKeys()) as Offered['keys'], now: this.clock() };
  }

  /** ms UTC */
  @Get('time')
  @Answers(ServerTime)
  time(): { now: number } {
    return { now: this.clock() };
  }

  @Get('settings')
  @Answers(PageSettings)
  settings(): PageSettings {
    const { stripe, analytics, strictSetup, inboundAddress, supportEmail, placesUrl } = this.config;
    const placesFrom = placesUrl === null ? 'geonames' : 'openstreetmap';
    const stripePublishableKey = stripe.publishableKey;
    const addresses = { inboundAddress, supportEmail };
    return { stripePublishableKey, analytics: analytics !== null, strictSetup, ...addresses, placesFrom };
  }

  @Get('places')
  @Limited(LOOKUPS)
  @AnswersList(Place)
  @Refuses('invalid', 'unavailable:places-unavailable')
  places(@Query() { q }: PlacesQuery) {
    return this.lookup.lookup(q);
  }
}
