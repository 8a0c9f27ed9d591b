import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';

describe('npm run bench', () => {
  async function bench(args: readonly string[], settings = {}): Promise<{ code: number | null; lines: string[] }> {
    const program = Program.start('test/dist/test/bench/main.js', settings, args);
    const { code } = await program.ended;
    return { code, lines: program.text.split('\n') };
  }

  it.each([
    [['--help'], 0],
    [['--only', 'everything'], 1],
    [['--only', 'hot,everything'], 1],
    [['--fast'], 1],
  ])('prints its usage in one line: %j', async (args, code) => {
    expect(await bench(args)).toEqual({ code, lines: [expect.stringMatching(/^usage: npm run bench -- /)] });
  });

  it('measures the pages of operators and auditors with the given number of orders', async () => {
    const { code, lines } = await bench(['--only', 'admin', '--orders', '5']);
    const rows = lines.flatMap(
      (line) =>
        /^desk, 5 orders: (.+), p95 +[\d.]+ ms +[\d.]+ .* <= 50 +30 +(?:goal|must|missed)$/.exec(line)?.[1] ?? [],
    );
    expect({ code, said: code === 0 ? [] : lines }).toEqual({ code: 0, said: [] });
    expect(rows).toHaveLength(33);
    expect(rows).toEqual(
      expect.arrayContaining([
        'orders, newest first',
        'orders of one person',
        'accounts, newest first',
        'products, newest first',
        'promo codes',
        'the board',
        "an order's file",
        "an order's story",
        ...['stream', 'type', 'time'].map((what) => `events of a ${what}`),
        'events of an actor',
        'events of one request',
      ]),
    );
  }, 120_000);

  it('ends with a sentence when its server is unreachable', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    const settings = { EVENTSTORE_URL: `esdb://${nobody}?tls=false`, MONGODB_URL: `mongodb://${nobody}/bench` };
    const { code, lines } = await bench(['--quick', '--only', 'engines'], settings);
    const sentence = `engines ended: EVENTSTORE_URL names ${nobody}, which cannot be reached (ECONNREFUSED)`;
    expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining(sentence)]);
    expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  });
});
