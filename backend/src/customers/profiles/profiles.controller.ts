import { Body, Controller, Get, Headers, Post } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { ListedProfile, SAVED_PROFILE } from '@supreme-access/contract/shapes/people.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { type RequestContext, type Session } from '../../event-sourcing/requester.js';
import { AnswersList, AnswersSuccess, Refuses } from '../../http/answers.js';
import { Encrypted, Text } from '../../http/fields.js';
import { Context, SignedIn } from '../../http/request.js';
import { Says } from '../../http/validation.js';
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

@ApiTags('profiles')
@Controller('api/user/profiles')
export class ProfilesController {
  constructor(
    private readonly profiles: SavedProfiles,
    private readonly writes: ProfileWrites,
  ) {}

  /** Encrypted to `X-Client-Key`, or in clear without it. Contains no card number or security code. */
  @Get()
  @AnswersList(ListedProfile)
  @Refuses('invalid:client-key-invalid')
  @ApiHeader({ name: 'X-Client-Key', required: false, description: 'base64url JSON of an ephemeral P-256 public JWK' })
  list(@SignedIn() { accountId }: Session, @Headers('x-client-key') clientKey?: string) {
    return this.profiles.list(accountId, clientKey);
  }

  @Post('add')
  @AnswersSuccess(SAVED_PROFILE)
  @Refuses('invalid', 'invalid:profile-invalid', 'conflict:too-many-profiles')
  async add(
    @Body() { eProfile }: ProfileBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    return { success: true, ...(await this.writes.add(eProfile, accountId, metadata)) };
  }

  @Post('edit')
  @AnswersSuccess(SAVED_PROFILE)
  @Refuses('invalid', 'invalid:profile-invalid', 'invalid:card-missing', 'not-found', 'conflict:profile-changed')
  async edit(
    @Body() { eProfile }: ProfileBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    return { success: true, ...(await this.writes.edit(eProfile, accountId, metadata)) };
  }

  /** Orders that used the profile keep their data. */
  @Post('remove')
  @AnswersSuccess()
  @Refuses('invalid', 'not-found')
  async remove(
    @Body() { profileId }: ProfileIdBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    await this.writes.remove(profileId, accountId, metadata);
    return { success: true };
  }
}
