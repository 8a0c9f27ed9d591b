import { existsSync } from 'node:fs';

/** Why no container can be started, or undefined when a Docker daemon answers. */
export async function noDocker(): Promise<string | undefined> {
  const isWorthAsking = process.env.DOCKER_HOST !== undefined || existsSync('/var/run/docker.sock');
  if (!isWorthAsking) return 'no Docker daemon answers';
  try {
    const { getContainerRuntimeClient } = await import('testcontainers');
    await getContainerRuntimeClient();
    return undefined;
  } catch {
    return 'no Docker daemon answers';
  }
}
