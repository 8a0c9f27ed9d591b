import { createSecretKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { Result } from './results.js';

const SECRET = 'a secret of the benchmark that is long enough';

/** @nestjs/jwt's verifications per second with a key object, as the sessions use it; its twin has the secret as text. */
export async function jwtVerify(seconds: number): Promise<Result[]> {
  const token = await new JwtService({ secret: SECRET }).signAsync({ sub: 'bench', roles: ['shopper'] });
  const byKey = rate(new JwtService({ secret: createSecretKey(Buffer.from(SECRET)) }), token, seconds);
  const byText = rate(new JwtService({ secret: SECRET }), token, seconds);
  return [{ name: '@nestjs/jwt verify with createSecretKey', value: byKey, unit: '/s', bare: byText }];
}

function rate(jwt: JwtService, token: string, seconds: number): number {
  let count = 0;
  const began = performance.now();
  while (performance.now() - began < seconds * 1_000) {
    for (let turn = 0; turn < 100; turn += 1) jwt.verify(token, { algorithms: ['HS256'] });
    count += 100;
  }
  return (count * 1_000) / (performance.now() - began);
}
