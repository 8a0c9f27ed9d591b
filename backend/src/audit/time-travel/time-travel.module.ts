import { Module } from '@nestjs/common';
import { Folds } from './folds.js';
import { Moments } from './moments.js';
import { ShownThen } from './shown-then.js';
import { TimeTravelController } from './time-travel.controller.js';

@Module({
  controllers: [TimeTravelController],
  providers: [Folds, ShownThen, Moments],
})
export class TimeTravelModule {}
