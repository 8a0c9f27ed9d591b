import { AT, decisions, origin } from '../platform/given.fixture.js';
import { EndSession, NoteSession, type SessionEvent, session } from './session.js';

const { given } = decisions(session);
const ada = { accountId: 'ada', begunAt: AT - 60_000, version: 3 };
const begun: SessionEvent = { type: 'SessionBegun', data: ada };
const usedAt = (at: number): SessionEvent => ({ type: 'SessionUsed', data: { accountId: 'ada', usedAt: at } });
const ended: SessionEvent = { type: 'SessionEnded', data: { accountId: 'ada' } };
const note = new NoteSession('s-1', ada, origin);
const end = new EndSession('s-1', { accountId: 'ada' }, origin);

describe('a session', () => {
  it('of staff is told as it begins', () => {
    given().when(note).makes(begun);
  });
  it('is told to be used once a minute, whoever has seen it', () => {
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
  it('of a shopper ends, though nothing was told of it before', () => {
    given().when(end).makes(ended);
  });
});
