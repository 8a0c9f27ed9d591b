let asked: Promise<boolean> | undefined;

/** True when a Docker daemon answers; the command alone proves nothing. */
export function dockerAnswers(): Promise<boolean> {
  asked ??= askDocker().then(
    () => true,
    () => false,
  );
  return asked;
}

async function askDocker(): Promise<unknown> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return await getContainerRuntimeClient();
}
