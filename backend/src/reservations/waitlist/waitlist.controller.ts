import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listOf } from '@supreme-access/contract/shapes/primitives.js';
import { OwnPlace, WaitingPlace } from '@supreme-access/contract/shapes/products.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { Limited } from '../../auth/limited.js';
import { productIdOf } from '../../catalogue/products/product-queries.js';
import { type RequestContext, type Session } from '../../event-sourcing/requester.js';
import { AnswersSuccess, Refuses } from '../../http/answers.js';
import { Text } from '../../http/fields.js';
import { Context, SignedIn } from '../../http/request.js';
import { Says } from '../../http/validation.js';
import { WaitingLists } from './waiting-lists.js';

@Says(TEXTS.insufficient)
export class JoinBody {
  @Text({ max: 100 })
  profileId: string;
  @Text({ max: 10 })
  size: string;
  @Text({ max: 60 })
  style: string;
}

export class LeaveQuery {
  @Text({ max: 100 })
  profileId: string;
}

const PLACES = { places: listOf(WaitingPlace) };
const OWN_PLACES = { places: listOf(OwnPlace) };
const JOINS = { name: 'waitlist', max: 30, seconds: 600 };

@ApiTags('checkout')
@Controller('api/user/waitlist')
export class OwnPlacesController {
  constructor(private readonly lists: WaitingLists) {}

  /** Lists the shopper's places on all waiting lists, offered slots first. */
  @Get()
  @AnswersSuccess(OWN_PLACES)
  async all(@SignedIn() { accountId }: Session) {
    return { success: true, places: await this.lists.allOf(accountId) };
  }
}

@ApiTags('checkout')
@Controller('api/user/products/:id/waitlist')
export class WaitlistController {
  constructor(private readonly lists: WaitingLists) {}

  @Get()
  @AnswersSuccess(PLACES)
  @Refuses('not-found')
  async places(@Param('id') id: string, @SignedIn() { accountId }: Session) {
    return { success: true, places: await this.lists.places(productIdOf(id), accountId) };
  }

  /** Joins the waiting list of a sold-out drop. An offered slot is reserved like any other, until the offer ends. */
  @Post()
  @Limited(JOINS, 'account')
  @AnswersSuccess(PLACES)
  @Refuses(
    'invalid:insufficient-data',
    'invalid:size-unknown',
    'invalid:style-unknown',
    'not-found',
    'conflict:duplicate',
    'conflict:limit-per-account',
    'conflict:not-sold-out',
    'conflict:waitlist-full',
    'conflict:unavailable',
    'conflict:reservations-closed',
  )
  async join(
    @Param('id') id: string,
    @Body() body: JoinBody,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    return { success: true, places: await this.lists.join(productIdOf(id), accountId, body, metadata) };
  }

  /** Gives up the place, and a slot that is offered with it. */
  @Delete()
  @Limited(JOINS, 'account')
  @AnswersSuccess(PLACES)
  @Refuses('invalid', 'not-found')
  async leave(
    @Param('id') id: string,
    @Query() { profileId }: LeaveQuery,
    @SignedIn() { accountId }: Session,
    @Context() { metadata }: RequestContext,
  ) {
    return { success: true, places: await this.lists.leave(productIdOf(id), accountId, profileId, metadata) };
  }
}
