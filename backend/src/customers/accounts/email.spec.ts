import { AT, DAY, decisions, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import { ClaimEmail, type EmailEvent, email, FreeEmail, holderOf } from './email.js';
import { emailKey } from './email-claims.js';

const { given, fold } = decisions(email);
const claim = (accountId: string) => new ClaimEmail('key', { accountId }, metadata);
const free = (freeAt: number | null) => new FreeEmail('key', { accountId: 'a-1', freeAt }, metadata);
const claimed: EmailEvent = { type: 'EmailClaimed', data: { accountId: 'a-1', claimedAt: AT } };
const released = (freeAt: number): EmailEvent => ({ type: 'EmailReleased', data: { accountId: 'a-1', freeAt } });

describe('claiming an address', () => {
  it('gives it to the first who asks', () => {
    given().when(claim('a-1')).makes(claimed);
  });
  it('is refused to everybody else', () => {
    given(claimed).when(claim('a-2')).refused('email-taken', 'conflict');
  });
  it('makes nothing for a duplicate', () => {
    given().when(claim('a-1')).onlyOnce();
  });
});

describe('giving it up', () => {
  const until = AT + 3 * DAY;

  it('keeps it from others for a while', () => {
    given(claimed).when(free(until)).makes(released(until));
    given(claimed, released(until))
      .when(claim('a-2'), until - 1)
      .refused('email-taken', 'conflict');
  });
  it('frees it after that', () => {
    given(claimed, released(until))
      .when(claim('a-2'), until)
      .makes({ type: 'EmailClaimed', data: { accountId: 'a-2', claimedAt: until } });
  });
  it('lets its last holder take it back at any time', () => {
    given(claimed, released(until)).when(claim('a-1')).makes(claimed);
    expect(holderOf(fold(claimed, released(until), claimed), until)).toBe('a-1');
  });
  it('can be hurried but not put off', () => {
    given(claimed, released(until)).when(free(null)).makes(released(AT));
    given(claimed, released(until))
      .when(free(until + DAY))
      .nothing();
  });
  it('ends the waiting of its last holder: once it is free they ask like everybody else', () => {
    given(claimed, released(until))
      .when(claim('a-1'), until)
      .makes({ type: 'EmailClaimed', data: { accountId: 'a-1', claimedAt: until } });
    expect(holderOf(fold(claimed, released(until)), until - 1)).toBe('a-1');
    expect(holderOf(fold(claimed, released(until)), until)).toBeNull();
  });
  it('does nothing when somebody else holds it by now', () => {
    const theirs: EmailEvent = { type: 'EmailClaimed', data: { accountId: 'a-2', claimedAt: AT } };
    given(claimed, released(AT), theirs).when(free(null)).nothing();
  });
  it('makes nothing for a duplicate', () => {
    given(claimed).when(free(until)).onlyOnce();
  });
});

describe('an address nobody holds', () => {
  it('has nothing to give up', () => {
    given().when(free(AT)).nothing();
  });
});

describe('the key of an address', () => {
  it('is the same in any case and with blanks around', () => {
    expect(emailKey('secret', ' Ada@Example.COM ')).toBe(emailKey('secret', 'ada@example.com'));
  });
  it('differs by address and by secret, and does not show the address', () => {
    const key = emailKey('secret', 'ada@example.com');
    expect(emailKey('secret', 'bob@example.com')).not.toBe(key);
    expect(emailKey('another', 'ada@example.com')).not.toBe(key);
    expect(key).toMatch(/^[\w-]{43}$/);
  });
});
