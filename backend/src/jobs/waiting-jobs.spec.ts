import { AT } from '@supreme-access/test/fixtures/decider-test-kit.js';
import type { Job } from './jobs.projection.js';
import { WaitingJobs } from './waiting-jobs.js';

const row = (id: string, dueAt = AT): Job => ({ kind: 'checkout', id, dueAt, attempt: 0, cause: 'e-1' });
const keyOf = ({ id }: Job) => `checkout:${id}`;

describe('what events say while a page of due rows is read', () => {
  let waiting: WaitingJobs;
  let answer: (page: Job[]) => void;
  beforeEach(() => {
    waiting = new WaitingJobs(
      () => new Promise((resolve) => (answer = resolve)),
      () => false,
    );
  });
  const due = async (page: Job[], meanwhile: () => void) => {
    const read = waiting.due(10, AT);
    meanwhile();
    answer(page);
    return (await read).map(({ id }) => id);
  };

  it('is added where the page lacks it', async () => {
    const came = row('o-2');
    expect(await due([row('o-1'), row('o-3')], () => waiting.moved(keyOf(came), came))).toEqual(['o-1', 'o-2', 'o-3']);
  });

  it('is newer than the page: done, or later', async () => {
    const [done, later] = [row('o-1'), row('o-2')];
    const meanwhile = () => {
      waiting.moved(keyOf(done), null);
      waiting.moved(keyOf(later), row('o-2', AT + 1));
    };
    expect(await due([done, later, row('o-3')], meanwhile)).toEqual(['o-3']);
  });
});
