import { getContainerRuntimeClient } from 'testcontainers';

let asked: Promise<boolean> | undefined;

/** True when a Docker daemon answers; the command alone proves nothing. */
export function dockerAnswers(): Promise<boolean> {
  asked ??= getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  return asked;
}
