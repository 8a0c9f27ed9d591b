import { isAligned, isForged, senderOf } from './mail-sender.js';

const pass = (domain: string) => ({ result: 'pass', domain });

describe('the sender of a mail', () => {
  it.each([
    ['Ada Lovelace <Ada@Example.test>', 'ada@example.test'],
    ['ada@example.test', 'ada@example.test'],
    ['"Lovelace, Ada" <ada@example.test>', 'ada@example.test'],
    ['"ada@example.test" <eve@evil.test>', 'eve@evil.test'],
    ['ada@example.test <eve@evil.test>', 'eve@evil.test'],
  ])('%s is %s', (from, address) => {
    expect(senderOf(from, null)).toEqual({ address, isAuthenticated: false });
  });

  it.each([
    'ada@example.test, eve@evil.test',
    '<ada@example.test> <eve@evil.test>',
    'Ada <ada@example.test>, Eve <eve@evil.test>',
    'friends: ada@example.test, eve@evil.test;',
    'Ada Lovelace',
    '',
    'ada@',
  ])('%s is none', (from) => {
    expect(senderOf(from, { dmarc: pass('example.test') })).toBeNull();
  });

  it.each([
    ['dmarc', { dmarc: pass('example.test') }],
    ['dkim', { dkim: pass('EXAMPLE.test.'), spf: { result: 'none', domain: '' } }],
    ['spf', { spf: pass('example.test') }],
  ])('is authenticated by %s of the same domain', (_, authentication) => {
    expect(senderOf('ada@example.test', authentication)?.isAuthenticated).toBe(true);
  });

  it.each([
    ['nothing was found', null],
    ['it is said in two words', { spf: 'pass', dkim: 'pass' }],
    ['what passed is another domain', { dkim: pass('evil.test'), spf: pass('mailer.test') }],
    ['what passed only ends alike', { dkim: pass('ample.test') }],
    ['what passed is below it', { dkim: pass('evil.example.test') }],
    ['what passed is one label', { dkim: pass('test') }],
    ['it did not pass', { dmarc: { result: 'none', domain: 'example.test' } }],
    ['no domain is named', { dkim: { result: 'pass' } }],
  ])('is not authenticated where %s', (_, authentication) => {
    expect(senderOf('ada@example.test', authentication)?.isAuthenticated).toBe(false);
  });

  it('may be authenticated by a domain above its own', () => {
    expect(isAligned('mail.example.test', 'example.test')).toBe(true);
  });

  it.each([
    [{ spf: 'fail' }, true],
    [{ spf: 'pass', dkim: 'HardFail' }, true],
    [{ dmarc: { result: 'fail', domain: 'example.test' } }, true],
    [{ dkim: { result: 'Fail', domain: 'x.test' }, spf: pass('x.test') }, true],
    [{ spf: { result: 'softfail', domain: 'x.test' } }, false],
    [{ spf: { result: 'pass', domain: 'fail' } }, false],
    [undefined, false],
  ])('%j says it is forged: %s', (authentication, forged) => {
    expect(isForged(authentication)).toBe(forged);
  });
});
