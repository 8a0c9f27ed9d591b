import { type FollowerStart, FollowerThread } from './follower-thread.js';

describe('the thread that follows', () => {
  it('is ended at once while it has not begun, without waiting for its answer', async () => {
    const lost: string[] = [];
    const thread = new FollowerThread(new URL('data:text/javascript,setInterval(() => undefined, 1e6)'), (why) =>
      lost.push(why),
    );
    const beginning = thread.begin({} as FollowerStart);
    const messages: string[] = [];
    thread.port.call = async (name) => messages.push(name) as never;
    await thread.stop(0);
    await expect(beginning).rejects.toThrow('does not answer');
    expect([messages, lost]).toEqual([[], []]);
  });
});
