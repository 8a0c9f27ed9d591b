let dockerd: Promise<boolean> | undefined;

/** The command alone does not prove a running daemon. */
export function dockerAnswers(): Promise<boolean> {
  dockerd ??= askDocker().then(
    () => true,
    () => false,
  );
  return dockerd;
}

async function askDocker(): Promise<unknown> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return await getContainerRuntimeClient();
}
