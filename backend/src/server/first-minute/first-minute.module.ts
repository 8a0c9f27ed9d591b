import { Module } from '@nestjs/common';
import { FirstMinuteController, FirstMinuteGuard } from './first-minute.controller.js';
import { FirstMinute } from './first-minute.js';

@Module({
  controllers: [FirstMinuteController],
  providers: [FirstMinute, FirstMinuteGuard],
  exports: [FirstMinute],
})
/** It is a part of the server only where `whatIsReal` finds nothing. */
export class FirstMinuteModule {}
