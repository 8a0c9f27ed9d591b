import { AT, DAY, decisions, MINUTE, metadata } from '@supreme-access/test/fixtures/decider-test-kit.js';
import fc from 'fast-check';
import { EndSession, NoteSession, type SessionEvent, session } from './session.js';

const { given, fold, answer } = decisions(session);
const ada = { accountId: 'ada', begunAt: AT - 60_000, version: 3 };
const begun: SessionEvent = { type: 'SessionBegun', data: ada };
const usedAt = (at: number): SessionEvent => ({ type: 'SessionUsed', data: { accountId: 'ada', usedAt: at } });
const ended: SessionEvent = { type: 'SessionEnded', data: { accountId: 'ada' } };
const note = new NoteSession('s-1', ada, metadata);
const end = new EndSession('s-1', { accountId: 'ada' }, metadata);

describe('a session', () => {
  it('of staff is recorded as it begins', () => {
    given().when(note).makes(begun);
  });
  it('is recorded as used once a minute, whoever has seen it', () => {
    given(begun).when(note).makes(usedAt(AT));
    given(begun).when(note).onlyOnce();
    given(begun, usedAt(AT - 59_999))
      .when(note)
      .nothing();
  });
  it('ends once, and is not used afterwards', () => {
    given(begun).when(end).makes(ended);
    given(begun).when(end).onlyOnce();
    given(begun, ended).when(note).nothing();
  });
  it('of a shopper ends, though nothing was recorded of it before', () => {
    given().when(end).makes(ended);
    given().when(end).onlyOnce();
  });
  it('began when its owner signed in, however late that is recorded', () => {
    given()
      .when(note, AT + DAY)
      .makes(begun);
  });
  it('is recorded once in the minute in which it began', () => {
    given()
      .when(note, AT - 1)
      .makesOnce(begun);
  });
  it.each([MINUTE, MINUTE + 1, 3 * DAY])('is recorded as used %d ms after its last use', (later) => {
    given(begun, usedAt(AT))
      .when(note, AT + later)
      .makesOnce(usedAt(AT + later));
  });
  it('is not recorded by a process whose clock is behind', () => {
    given(begun, usedAt(AT + 5_000))
      .when(note)
      .nothing();
  });
  it('keeps the version under which it began', () => {
    given(begun)
      .when(new NoteSession('s-1', { ...ada, version: 4 }, metadata))
      .makes(usedAt(AT));
  });
  it('that ended before its first use was recorded does not begin', () => {
    given(ended).when(note).nothing();
  });
  it("is known to be its owner's, open or ended, and nobody's before", () => {
    const owners = [fold(), fold(begun), fold(begun, usedAt(AT)), fold(ended)].map(({ accountId }) => accountId);
    expect(owners).toEqual([null, 'ada', 'ada', 'ada']);
  });
});

it('whichever processes see a session used, with whatever clocks, a minute lies between two uses that are recorded', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 * MINUTE }), { maxLength: 40 }), (seen) => {
      let state = fold(begun);
      for (const later of seen) {
        const next = answer(note, state, AT + later).reduce(session.evolve, state);
        if (next !== state) expect(next.usedAt - state.usedAt).toBeGreaterThanOrEqual(MINUTE);
        state = next;
      }
    }),
  );
});
