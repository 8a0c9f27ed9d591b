import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PlatformProfile } from '@supreme-access/contract/shapes/system.js';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { noSuch } from '../../event-sourcing/decider.js';
import { Answers, Refuses } from '../../http/answers.js';
import { UCP_VERSIONS } from '../ucp/ucp-retailer.js';
import { PlatformKeys } from './platform-keys.js';
import { NEWEST, platformProfile, webhookUrl } from './platform-profile.js';

/** A shop may read it with each of our calls. */
const READS = { name: 'platform-profile', max: 1_200, seconds: 60 };

/** Who we are, as shops that speak UCP read it. */
@ApiTags('retailers')
@Controller('.well-known/ucp')
@Open()
@Limited(READS)
export class PlatformProfileController {
  constructor(
    private readonly keys: PlatformKeys,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** Our profile in the newest version of UCP. */
  @Get()
  @Header('cache-control', 'public, max-age=3600')
  @Answers(PlatformProfile)
  newest(): Promise<PlatformProfile> {
    return this.profile(NEWEST, null);
  }

  @Get(':version')
  @Header('cache-control', 'public, max-age=3600')
  @Answers(PlatformProfile)
  @Refuses('not-found')
  version(@Param('version') version: string): Promise<PlatformProfile> {
    return this.profile(version, null);
  }

  /** With the address for the order events of this retailer. */
  @Get('retailers/:id/:version')
  @Header('cache-control', 'public, max-age=3600')
  @Answers(PlatformProfile)
  @Refuses('not-found')
  retailers(@Param('id') id: string, @Param('version') version: string): Promise<PlatformProfile> {
    return this.profile(version, webhookUrl(this.config.publicUrl, id));
  }

  private async profile(version: string, webhook: string | null): Promise<PlatformProfile> {
    if (!UCP_VERSIONS.includes(version)) throw noSuch('version of UCP');
    return platformProfile(version, await this.keys.publicKeys(), webhook) as PlatformProfile;
  }
}
