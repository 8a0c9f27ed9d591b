import { jest } from '@jest/globals';
import { Limits } from '../http/limits/limits.js';
import { memoryLimits } from '../http/limits/memory-limits.js';
import { CardAttempts } from './card-attempts.js';

const AT = 1_800_000_000_000;
const given = (clock = () => AT) => new CardAttempts(new Limits(memoryLimits, 'a secret of the vault'), clock);
const guest = (client: string) => ({ client, isGuest: true });

async function tries(cards: CardAttempts, count: number, isGood: boolean, kind = isGood ? 'good' : 'bot') {
  for (let n = 0; n < count; n += 1) {
    await cards.begin(guest(`${kind}-${n}`));
    await cards.ended(guest(`${kind}-${n}`), isGood);
  }
}

describe('testing cards', () => {
  afterEach(() => jest.useRealTimers());

  it('is refused after sixty from one network without an account', async () => {
    const cards = given();
    for (let n = 0; n < 60; n += 1) await cards.begin(guest('203.0.113.7'));
    await expect(cards.begin(guest('203.0.113.7'))).rejects.toMatchObject({ code: 'too-many' });
    await expect(cards.begin(guest('203.0.113.8'))).resolves.toBeUndefined();
  });

  it('is refused after sixty attempts with one card, from any network', async () => {
    const cards = given();
    for (let n = 0; n < 60; n += 1) await cards.ofCard('fingerprint');
    await expect(cards.ofCard('fingerprint')).rejects.toMatchObject({ code: 'too-many' });
  });

  it('from a botnet shuts out new networks while most cards are declined, and none with a good card', async () => {
    const cards = given();
    await tries(cards, 10, true);
    await tries(cards, 50, false);
    await expect(cards.begin(guest('somebody-new'))).rejects.toMatchObject({ code: 'too-many', retryAfter: 60 });
    await expect(cards.begin(guest('good-3'))).resolves.toBeUndefined();
  });

  it('from a botnet shuts out no network with a good card within a fortnight, however old the first', async () => {
    jest.useFakeTimers({ now: AT });
    const cards = given(Date.now);
    for (const _ of ['first', 'last']) {
      await tries(cards, 1, true, 'regular');
      jest.advanceTimersByTime(10 * 86_400_000);
    }
    await tries(cards, 50, false);
    await expect(cards.begin(guest('regular-0'))).resolves.toBeUndefined();
    jest.advanceTimersByTime(4 * 86_400_000);
    await tries(cards, 50, false);
    await expect(cards.begin(guest('regular-0'))).rejects.toMatchObject({ code: 'too-many' });
  });

  it('does not lower the share of declines by unanswered attempts', async () => {
    const cards = given();
    for (let n = 0; n < 200; n += 1) await cards.begin(guest(`junk-${n}`));
    await tries(cards, 50, false);
    await expect(cards.begin(guest('somebody-new'))).rejects.toMatchObject({ code: 'too-many' });
  });

  it('shuts out no network while most cards are good, however many are declined', async () => {
    const cards = given();
    await tries(cards, 80, true);
    await tries(cards, 70, false);
    await expect(cards.begin(guest('somebody-new'))).resolves.toBeUndefined();
  });

  it('is not detected in many sales with one decline in ten, nor across ten minutes', async () => {
    jest.useFakeTimers({ now: AT });
    const cards = given(Date.now);
    for (let second = 0; second < 1_260; second += 1) {
      const client = `shopper-${second}`;
      await cards.begin(guest(client));
      await cards.ended(guest(client), second % 10 !== 9);
      jest.advanceTimersByTime(1_000);
    }
  });

  it('waits for no longer than the ten minutes in which most cards were declined', async () => {
    jest.useFakeTimers({ now: AT });
    const cards = given(Date.now);
    await tries(cards, 50, false);
    jest.advanceTimersByTime(599_999);
    await expect(cards.begin(guest('somebody-new'))).rejects.toMatchObject({ code: 'too-many' });
    jest.advanceTimersByTime(1);
    await expect(cards.begin(guest('somebody-new'))).resolves.toBeUndefined();
  });
});
