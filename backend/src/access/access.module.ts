import { Module } from '@nestjs/common';
import { SessionBook } from './session-book.js';

@Module({ providers: [SessionBook], exports: [SessionBook] })
export class AccessModule {}
