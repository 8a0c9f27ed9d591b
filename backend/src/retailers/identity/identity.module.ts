import { Module } from '@nestjs/common';
import { PlatformKeys } from './platform-keys.js';
import { PlatformProfileController } from './platform-profile.controller.js';

@Module({ controllers: [PlatformProfileController], providers: [PlatformKeys], exports: [PlatformKeys] })
export class IdentityModule {}
