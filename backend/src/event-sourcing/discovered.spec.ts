import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { Discovered, discoverable } from './discovered.js';

interface Greeter {
  greet(): string;
}
const Greets = discoverable<Greeter>();
const Waves = discoverable<Greeter>();

@Greets()
@Injectable()
class Baker {
  greet = () => 'Good morning';
}
@Greets()
class Miller {
  constructor(private readonly word: string) {}
  greet = () => this.word;
}
class Stranger {
  greet = () => 'Who are you?';
}

@Module({ providers: [Baker, Stranger] })
class Bakery {}
@Module({ providers: [{ provide: Miller, useFactory: () => new Miller('Hello') }] })
class Mill {}
@Module({ imports: [DiscoveryModule, Bakery, Mill], providers: [Discovered] })
class Village {}

describe('providers with a decorator', () => {
  it('are found in every module, also what a factory made; others are not', async () => {
    const village = await NestFactory.createApplicationContext(Village, { logger: false });
    const found = village.get(Discovered);
    const words = found.of(Greets).map((greeter) => greeter.greet());
    expect(words.toSorted()).toEqual(['Good morning', 'Hello']);
    expect(found.of(Waves)).toEqual([]);
    await village.close();
  });
});
