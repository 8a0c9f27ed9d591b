import { endOfFolding } from './end-of-folding.js';

describe('the end of what folds', () => {
  const never = new Promise<never>(() => {});

  it('is not waited for where its store is elsewhere and does not answer, but always where it is of this process', async () => {
    let closes = false;
    void endOfFolding({}, never, 1).then(() => {
      closes = true;
    });
    await endOfFolding({ isElsewhere: true }, never, 20);
    expect(closes).toBe(false);
  });

  it('is that of what fails, too', async () => {
    const failing = () => Promise.reject(new Error('the disk is full'));
    for (const isElsewhere of [true, false]) {
      await expect(endOfFolding({ isElsewhere }, failing())).rejects.toThrow('the disk is full');
    }
  });
});
