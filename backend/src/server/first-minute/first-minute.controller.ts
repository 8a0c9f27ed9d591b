import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Post,
  UseGuards,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Damage,
  GuidedDrop,
  GuidedMail,
  GuidedStage,
  GuidedStatus,
} from '@supreme-access/contract/shapes/first-minute.js';
import type { Role } from '@supreme-access/contract/statuses.js';
import type { FastifyRequest } from 'fastify';
import { Open } from '../../auth/guard.js';
import { Limited } from '../../auth/limited.js';
import type { Config } from '../../config/config.js';
import { InjectConfig } from '../../config/tokens.js';
import { noSuch, Refused } from '../../event-sourcing/decider.js';
import { type Session } from '../../event-sourcing/requester.js';
import { Answers, AnswersList, Refuses } from '../../http/answers.js';
import { Text, Whole } from '../../http/fields.js';
import { SignedIn } from '../../http/request.js';
import { FirstMinute } from './first-minute.js';
import { isForUs, isFromUs } from './own-host.js';

const SPOILT_MAX = 12;

export class EnterBody {
  @Text({ max: 60, description: "what stands behind the link's #" })
  token: string;
}

export class TroublesBody {
  @Whole({ min: 0, max: SPOILT_MAX, description: 'how many checkouts find nothing left' })
  soldOut: number;
  @Whole({ min: 0, max: SPOILT_MAX, description: 'how many payments the shop declines' })
  declined: number;
  @Whole({ min: 0, max: SPOILT_MAX, description: 'how many answers get lost after the purchase' })
  lost: number;
  @Whole({ min: 0, max: SPOILT_MAX, description: 'how many calls reach nobody' })
  away: number;
}

/** It is not there for anybody else, whatever name leads to this machine; what changes something comes from our own pages. */
@Injectable()
export class FirstMinuteGuard implements CanActivate {
  constructor(
    private readonly firstMinute: FirstMinute,
    @InjectConfig() private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const isOurs = request.method === 'GET' ? isForUs(request, this.config) : isFromUs(request, this.config);
    if (!this.firstMinute.isOpen || !isOurs) throw noSuch('page');
    return true;
  }
}

/** Only where nothing is real (docs/first-minute.md); elsewhere these routes are not there. */
@ApiTags('first minute')
@Open()
@UseGuards(FirstMinuteGuard)
@Controller('api/first-minute')
export class FirstMinuteController {
  constructor(private readonly firstMinute: FirstMinute) {}

  /** Takes the link's token, once, and begins a session of each demo person: an hour at most, and no longer than the server runs. */
  @Post('enter')
  @Limited({ name: 'first-minute', max: 20, seconds: 60 })
  @Answers(GuidedStage)
  @Refuses('invalid', 'not-found', 'not-found:link-invalid', 'unavailable:not-ready')
  enter(@Body() { token }: EnterBody): Promise<GuidedStage> {
    return this.firstMinute.enter(token);
  }

  /** Who of the crowd is there, and the newest drop. */
  @Get('drop')
  @Answers(GuidedStatus)
  @Refuses('unauthorized', 'forbidden', 'not-found')
  now(@SignedIn() session: Session): GuidedStatus {
    assertGuided(session, 'admin');
    return this.firstMinute.now();
  }

  /** Begins a drop of twenty seconds: forty simulated shoppers, 36 slots. */
  @Post('drop')
  @Answers(GuidedDrop)
  @Refuses('invalid', 'unauthorized', 'forbidden', 'not-found', 'conflict:crowd-gathering', 'conflict:drop-running')
  drop(@Body() body: TroublesBody, @SignedIn() session: Session): Promise<GuidedDrop> {
    assertGuided(session, 'admin');
    return this.firstMinute.begin(body);
  }

  /** The demo shopper's mails, newest first. */
  @Get('mails')
  @AnswersList(GuidedMail)
  @Refuses('unauthorized', 'forbidden', 'not-found')
  mails(@SignedIn() session: Session): Promise<GuidedMail[]> {
    assertGuided(session, 'shopper');
    return this.firstMinute.mails();
  }

  /** Verifies the log, and a copy of it in memory with one byte changed. */
  @Post('damage')
  @Limited({ name: 'first-minute-damage', max: 12, seconds: 60 })
  @Answers(Damage)
  @Refuses('unauthorized', 'forbidden', 'not-found')
  damage(@SignedIn() session: Session): Promise<Damage> {
    assertGuided(session, 'auditor');
    return this.firstMinute.damage();
  }
}

function assertGuided({ isGuided, roles }: Session, role: Role): void {
  if (isGuided && roles.includes(role)) return;
  throw new Refused('forbidden', 'forbidden', 'You are not allowed to do this.');
}
