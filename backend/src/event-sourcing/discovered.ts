import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

export interface Discoverable<T> {
  (): (provider: new (...dependencies: never[]) => T) => void;
  readonly KEY: string;
}

/** Source: https://docs.nestjs.com/fundamentals/discovery-service */
export function discoverable<T>(): Discoverable<T> {
  return DiscoveryService.createDecorator() as unknown as Discoverable<T>;
}

@Injectable()
export class Discovered {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Complete only after Nest has created every module, so never call it in a constructor. */
  of<T>({ KEY }: Discoverable<T>): T[] {
    return this.discovery.getProviders({ metadataKey: KEY }).map(({ instance }) => instance as T);
  }
}
