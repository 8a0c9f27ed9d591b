import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A decorator for providers that others find without knowing them; what carries it must be a `T`. */
export interface Discoverable<T> {
  (): (provider: new (...dependencies: never[]) => T) => void;
  readonly KEY: string;
}

/** Makes such a decorator. Source: https://docs.nestjs.com/fundamentals/discovery-service */
export function discoverable<T>(): Discoverable<T> {
  return DiscoveryService.createDecorator() as unknown as Discoverable<T>;
}

@Injectable()
export class Discovered {
  constructor(private readonly discovery: DiscoveryService) {}

  /** In no order; all of them once every module is made, so not in a constructor. */
  of<T>({ KEY }: Discoverable<T>): T[] {
    return this.discovery.getProviders({ metadataKey: KEY }).map(({ instance }) => instance as T);
  }
}
