import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Arrivals } from '@supreme-access/test/support/arrivals.js';

export interface Heard {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: specs look at what came, whatever it is
  data: any;
  /** ms of the monotonic clock */
  at: number;
}

/** A reader of a stream, with what it was told and when. */
export async function listenTo(url: string, token: string | null = null) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const asked = get(url, { headers, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const heard = new Arrivals<Heard>();
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const [, event, data] = /^event: (\S+)\ndata: (.+)$/.exec(part) ?? [];
      if (event && data) heard.push({ event, data: JSON.parse(data), at: performance.now() });
    }
  });
  // leaving breaks the connection, which the reader hears of as an error
  answer.on('error', () => undefined);
  return {
    status: answer.statusCode,
    heard,
    of: (event: string) => heard.filter((one) => one.event === event),
    names: () => heard.map(({ event }) => event),
    /** Resolves with the first that is so, once it has come. */
    until: (event: string, is: (data: Heard['data']) => boolean = () => true) =>
      heard.until((all) => all.find((one) => one.event === event && is(one.data))),
    leave: () => asked.destroy(),
  };
}
