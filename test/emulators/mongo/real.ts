import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { dockerAnswers } from '../../support/docker.js';

export interface RealMongo {
  /** the address of a database of its own */
  url: string;
  /** Drops that database and its vault, and stops the container. */
  stop(): Promise<void>;
}

/** Uses the server of MONGODB_URL or a container; a text says why neither exists. */
export async function findMongo(): Promise<string | (() => Promise<RealMongo>)> {
  const { MONGODB_URL } = process.env;
  if (MONGODB_URL) return () => onServer(MONGODB_URL, async () => {});
  return (await dockerAnswers()) ? inContainer : 'MONGODB_URL is not set and no Docker daemon answers';
}

async function inContainer(): Promise<RealMongo> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const waiting = Wait.forLogMessage(/Waiting for connections/i);
  const container = await new GenericContainer('mongo:8.0.17')
    .withExposedPorts(27017)
    .withWaitStrategy(waiting)
    .start();
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/`;
  return await onServer(url, async () => void (await container.stop()));
}

async function onServer(server: string, end: () => Promise<void>): Promise<RealMongo> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const [, host = server, options = ''] = /^(mongodb(?:\+srv)?:\/\/[^/]+)(?:\/[^?]*)?(\?.*)?$/.exec(server) ?? [];
  const stop = async () => {
    const connection = await mongoose.createConnection(server).asPromise();
    for (const database of [name, `${name}_vault`]) await connection.useDb(database).dropDatabase();
    await connection.destroy();
    await end();
  };
  return { url: `${host}/${name}${options}`, stop };
}
