import { jest } from '@jest/globals';
import { LoadShed } from '../../backend/src/http/load-shed.js';
import { assemble, type Cast, WHO, type Who } from './cast.js';
import { type Description, placesOf, type Route, routesOf } from './described.js';
import { expectedOf, ROUTES } from './expected.js';
import { NAMED, type Sent, type Whose } from './named.js';

/** headers that differ in every answer */
const OWN_HEADERS = ['date', 'content-length', 'x-consistency-token'];
const methodAndPath = (route: string) => route.split(' ') as [method: string, path: string];

describe('on a server with every role,', () => {
  let cast: Cast;
  let routes: Route[];
  beforeAll(async () => {
    // A busy machine sheds requests that can wait.
    jest.spyOn(LoadShed.prototype, 'judge').mockReturnValue();
    cast = await assemble();
    routes = routesOf((await cast.app.ok(cast.app.get('/api/docs-json', null))) as Description);
  });
  afterAll(async () => {
    await cast?.app.stop();
    jest.restoreAllMocks();
  });

  const head = () => cast.app.server.platform.log.head();
  /** The number of new events, without the use of staff sessions, which is recorded once a minute. */
  async function since(before: number): Promise<number> {
    let events = 0;
    for await (const { type } of cast.app.server.platform.log.readAll({ after: before })) {
      if (type !== 'SessionUsed') events += 1;
    }
    return events;
  }

  /** The answer; of a stream its head. */
  async function ask(method: string, path: string, who: Who, sent: object | undefined) {
    const token = cast.tokens[who];
    const answer = await fetch(cast.app.url + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? '' : await answer.text();
    if (isStream) await answer.body?.cancel();
    return { status: answer.status, text, headers: answer.headers };
  }

  it('every route has its callers listed', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routes.map(({ name }) => name).sort());
  });

  describe('each caller gets the listed answer, and a refusal has no effect:', () => {
    it.each(Object.entries(ROUTES))('%s', async (route, row) => {
      const [method, path] = methodAndPath(route);
      const sent = row[2] ?? {};
      const query = method === 'GET' ? `?${new URLSearchParams({ ...sent })}` : '';
      const got: Partial<Record<Who, number | string>> = {};
      for (const who of WHO) {
        const before = await head();
        const { status } = await ask(method, filled(path) + query, who, method === 'GET' ? undefined : sent);
        const events = await since(before);
        got[who] = status >= 400 && events > 0 ? `${status}, and ${events} events` : status;
      }
      expect(got).toEqual(Object.fromEntries(WHO.map((who) => [who, expectedOf(row, who)])));
    });
  });

  function filled(path: string): string {
    const [, id] = Object.entries(cast.ids).find(([prefix]) => path.startsWith(prefix)) ?? [];
    return path.replace('{role}', 'admin').replace(/\{\w+\}/, id ?? cast.orders.started);
  }

  it('every place in a request that may name a person’s thing is listed', () => {
    const written = Object.keys(NAMED).map((key) => key.split(/,? /).slice(0, 3).join(' '));
    expect([...new Set(written)].sort()).toEqual(routes.flatMap(placesOf).sort());
  });

  describe('another person’s object is answered as missing, and stays unchanged:', () => {
    const cases = Object.entries(NAMED).flatMap(([name, made]) =>
      typeof made === 'string' ? [] : [[name, made] as const],
    );

    it.each(cases)('%s', async (name, made) => {
      const [method, path] = methodAndPath(name);
      const said = async (whose: Whose) => {
        const { id, body }: Sent = await made(cast, whose);
        const who = path.startsWith('/api/admin/') ? 'admin' : 'other';
        const { status, text, headers } = await ask(method, path.replace(/\{\w+\}/, id ?? ''), who, body);
        const shown = [...headers].filter(([header]) => !OWN_HEADERS.includes(header));
        return { status, text, headers: shown };
      };
      const before = await head();
      const unknown = await said('unknown');

      expect(await said('theirs')).toEqual(unknown);
      expect([unknown.status >= 400 || unknown.text, await since(before)]).toEqual([
        path.includes('analytics') ? '{"success":true}' : true,
        0,
      ]);
    });
  });
});
