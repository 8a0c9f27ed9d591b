import { createLogger } from './logger.js';

/** What a logger writes, line by line. */
function written() {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });
  return { logger, text: () => lines.join(''), last: () => JSON.parse(lines.at(-1) ?? '{}') };
}

const SECRETS = ['ada@example.org', 'correct horse 7', '4242424242424242', 'sk_live_abcdef', 'eyJhbGciOi', 'Larch Row'];

describe('what is logged', () => {
  it('says when, and holds ids as they are', () => {
    const { logger, last } = written();
    logger.warn({ requestId: 'd2c3c0a4-6f3c-4b39-9a51-0d5a6ef0c111', attempt: 3 }, 'tried again');
    expect(last()).toMatchObject({
      time: expect.any(Number),
      requestId: 'd2c3c0a4-6f3c-4b39-9a51-0d5a6ef0c111',
      attempt: 3,
      msg: 'tried again',
    });
  });

  it('says a time as it is, and none that is no time', () => {
    const { logger, last } = written();
    logger.info({ until: new Date(Date.UTC(2026, 2, 6)), when: { was: new Date(Number.NaN) } });
    expect(last()).toMatchObject({ until: '2026-03-06T00:00:00.000Z', when: { was: null } });
  });

  it('holds no secret and nobody, however deep and in whatever text', () => {
    const { logger, text } = written();
    const person = {
      email: SECRETS[0],
      billing: { shipping: [{ line1: '17 Larch Row', card: { number: SECRETS[2] } }] },
    };
    logger.error({ outer: { inner: { person, password: SECRETS[1] } } }, `no mail for ${SECRETS[0]}`);
    logger.error({
      reason: `esdb://shop:correct horse 7@one, key ${SECRETS[3]}, 4242 4242 4242 4242, ${SECRETS[4]}.x.y`,
    });
    for (const secret of [...SECRETS.filter((one) => one !== SECRETS[1]), '4242 4242'])
      expect(text()).not.toContain(secret);
    expect(text()).toContain('[redacted]');
  });

  it('keeps what an error is and is caused by, and nothing that hangs on it', () => {
    const { logger, last, text } = written();
    const cause = Object.assign(new TypeError(`refused for ${SECRETS[0]}`), {
      response: { body: SECRETS[1] },
      code: 'EAUTH',
    });
    const error = Object.assign(new Error('mail not sent', { cause }), { config: { data: { number: SECRETS[2] } } });
    logger.error({ err: error }, 'request failed');
    expect(last().err).toMatchObject({
      type: 'Error',
      message: 'mail not sent',
      stack: expect.stringContaining('logger.spec'),
      cause: { type: 'TypeError', message: 'refused for [redacted]', code: 'EAUTH' },
    });
    logger.error(cause);
    for (const secret of SECRETS) expect(text()).not.toContain(secret);
  });

  it('is one line, whatever line breaks and marks of terminals it holds', () => {
    const { logger, text, last } = written();
    logger.warn({ state: 'a\n{"level":60}' }, 'b\r\n\u2028{"event":"login"}\u001b[2J');
    expect(
      text()
        .trimEnd()
        .split(/[\r\n]/),
    ).toHaveLength(1);
    expect(text()).not.toContain('\u001b');
    expect(last()).toMatchObject({ state: 'a\n{"level":60}' });
  });

  it('ends where something holds itself', () => {
    const { logger, last } = written();
    const ring: { id: string; ring?: unknown } = { id: 'one' };
    ring.ring = ring;
    logger.info({ ring });
    expect(last().ring.id).toBe('one');
  });
});
