import { OF_TOKENS, placed } from '@supreme-access/test/fixtures/token-orders.js';
import { compareSessions } from './ledgers.js';
import { readTokens } from './tokens/token-rules.js';

const { started, prepared, made, succeeded } = OF_TOKENS;
const { attempts } = readTokens([placed, started, prepared, made, succeeded]);
const { session } = prepared.data;
const sold = { session, orderNumber: succeeded.data.evidence.reference, payment: 'pi_1' };

describe('what a shop sold in sessions, against the log', () => {
  it.each([
    ['the same', [sold], []],
    ['another order', [{ ...sold, orderNumber: 'SBX-9' }], [`o-1: ${sold.orderNumber} in the log, SBX-9 at the shop`]],
    ['no order', [], [`o-1: ${sold.orderNumber} in the log, nothing at the shop`]],
    [
      'a second order of a session, which only a crash of the shop makes',
      [{ ...sold, orderNumber: 'SBX-9' }, sold],
      [],
    ],
  ])('%s', (_, sessions, problems) => {
    const found = compareSessions(new Map([['o-1', attempts]]), { references: [], sessions });
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });
});
