import { OneTimeLink } from './one-time-link.js';

const NOW = Date.UTC(2030, 0, 1);
const LIFE = 15 * 60_000;

describe("the first minute's link", () => {
  it('holds 256 bits, and not as they are', () => {
    const link = new OneTimeLink();
    const token = link.issue(NOW);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(link)).not.toContain(token);
  });

  it('opens once', () => {
    const link = new OneTimeLink();
    const token = link.issue(NOW);
    expect([link.take('another', NOW), link.take(token, NOW), link.take(token, NOW)]).toEqual([false, true, false]);
  });

  it('opens for fifteen minutes', () => {
    const link = new OneTimeLink();
    expect(link.take(link.issue(NOW), NOW + LIFE)).toBe(false);
    expect(link.take(link.issue(NOW), NOW + LIFE - 1)).toBe(true);
  });

  it('is replaced by a newer one', () => {
    const link = new OneTimeLink();
    const older = link.issue(NOW);
    const newer = link.issue(NOW);
    expect([link.take(older, NOW), link.take(newer, NOW)]).toEqual([false, true]);
  });
});
