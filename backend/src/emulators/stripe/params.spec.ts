import { Params } from './params.js';

describe('request parameters', () => {
  it('reads nested forms as the SDK writes them', () => {
    const params = Params.ofForm(
      'amount=500&card[number]=4242&expand[0]=a&expand[1]=b.c&metadata[orderId]=o-1&flag=true',
    );
    expect(params.integer('amount')).toBe(500);
    expect(params.group('card')?.required('number')).toBe('4242');
    expect(params.list('expand')).toEqual(['a', 'b.c']);
    expect(params.metadata()).toEqual({ orderId: 'o-1' });
    expect(params.flag('flag')).toBe(true);
    expect(params.flag('other')).toBe(false);
  });

  it('reads lists without indexes and JSON alike', () => {
    expect(Params.ofForm('expand[]=a&expand[]=b').list('expand')).toEqual(['a', 'b']);
    const json = Params.ofJson('{"times":2,"metadata":{"orderId":"o-1"},"empty":null}');
    expect(json.integer('times')).toBe(2);
    expect(json.metadata()).toEqual({ orderId: 'o-1' });
    expect(json.text('empty')).toBeUndefined();
  });

  it.each([
    ['a number that is none', () => Params.ofForm('amount=5.5').integer('amount'), 'Invalid integer: 5.5'],
    ['a missing one', () => Params.ofForm('').required('amount'), 'Missing required param: amount.'],
    ['a missing nested one', () => Params.ofForm('card[a]=1').group('card')?.required('b'), 'param: card[b].'],
    ['a record for a text', () => Params.ofForm('name[a]=1').text('name'), 'Invalid string: name'],
    ['a text for a list', () => Params.ofForm('expand=a').list('expand'), 'Invalid array: expand'],
    ['a word for a flag', () => Params.ofForm('confirm=maybe').flag('confirm'), 'Invalid boolean: maybe'],
    ['broken JSON', () => Params.ofJson('{'), 'Invalid JSON'],
    ['metadata that is too long', () => Params.ofForm(`metadata[a]=${'x'.repeat(501)}`).metadata(), 'up to 500'],
  ])('refuses %s', (_, read, message) => {
    expect(read).toThrow(message);
  });

  it('changes metadata key by key', () => {
    const params = Params.ofForm('metadata[changed]=2&metadata[removed]=&metadata[added]=3');
    expect(params.metadata({ kept: '1', changed: '1', removed: '1' })).toEqual({ kept: '1', changed: '2', added: '3' });
  });

  it('lets no parameter reach the prototypes of objects', () => {
    const params = Params.ofForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(params.group('__proto__')?.text('polluted')).toBe('1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Params.ofForm('').text('toString')).toBeUndefined();
  });
});
