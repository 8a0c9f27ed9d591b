import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataProvider } from '../data-provider.js';

/** The server's time, ms UTC, updated every `every` ms. The viewer's clock may be wrong. */
export function useServerNow(every = 1_000): number {
  const offset = useClockOffset();
  const [local, setLocal] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setLocal(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return local + offset;
}

/** The offset in ms from the local clock to the server's. */
export function useClockOffset(): number {
  const { data: offset = 0 } = useQuery({
    queryKey: ['server-clock'],
    queryFn: ({ signal }) => clockOffset(signal),
    staleTime: 300_000,
  });
  return offset;
}

/** The answer is assumed to be half a round trip old. */
async function clockOffset(signal: AbortSignal): Promise<number> {
  const sent = Date.now();
  const now = await dataProvider.serverTime(signal);
  return now - (sent + Date.now()) / 2;
}
