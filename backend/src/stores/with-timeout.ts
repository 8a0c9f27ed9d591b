/** Rejects with `late` after `ms`; the call itself continues. */
export async function withTimeout<T>(ms: number, call: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([call, over]);
  } finally {
    clearTimeout(timer);
  }
}
