import { Body, Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiTags } from '@nestjs/swagger';
import { TEXTS } from '../contract/texts.js';
import { Encrypted, Text } from '../platform/http/fields.js';
import { type Asked, Asks, type Session, SignedIn } from '../platform/http/request.js';
import { Says } from '../platform/http/validation.js';
import { ProfileWrites } from './profile-writes.js';
import { SavedProfiles } from './saved-profiles.js';

@Says(TEXTS.profile)
export class ProfileBody {
  @Encrypted({ description: "the profile (aud 'profile'); for an edit its profileId is inside" })
  eProfile: string;
}

export class ProfileIdBody {
  @Text({ max: 100 })
  profileId: string;
}

/** A shopper's saved profiles. */
@ApiTags('profiles')
@ApiBearerAuth()
@Controller('api/user/profiles')
export class ProfilesController {
  constructor(
    private readonly profiles: SavedProfiles,
    private readonly writes: ProfileWrites,
  ) {}

  /** Encrypted to the key in `X-Client-Key`; in clear without it. Never a card number or a security code. */
  @Get()
  @ApiHeader({ name: 'X-Client-Key', required: false, description: 'base64url JSON of an ephemeral P-256 public JWK' })
  list(@SignedIn() { accountId }: Session, @Headers('x-client-key') clientKey?: string) {
    return this.profiles.list(accountId, clientKey);
  }

  /** Saves a new profile. */
  @Post('add')
  @HttpCode(200)
  async add(@Body() { eProfile }: ProfileBody, @SignedIn() { accountId }: Session, @Asks() { origin }: Asked) {
    return { success: true, ...(await this.writes.add(eProfile, accountId, origin)) };
  }

  /** Saves a profile anew; leaving the card out keeps it. */
  @Post('edit')
  @HttpCode(200)
  async edit(@Body() { eProfile }: ProfileBody, @SignedIn() { accountId }: Session, @Asks() { origin }: Asked) {
    return { success: true, ...(await this.writes.edit(eProfile, accountId, origin)) };
  }

  /** Orders that were reserved with it keep what they need. */
  @Post('remove')
  @HttpCode(200)
  async remove(@Body() { profileId }: ProfileIdBody, @SignedIn() { accountId }: Session, @Asks() { origin }: Asked) {
    await this.writes.remove(profileId, accountId, origin);
    return { success: true };
  }
}
