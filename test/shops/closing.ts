/** What has begun, to be ended in reverse. What begins after the end is ended at once. */
export class Closing {
  private readonly ends: (() => Promise<unknown>)[] = [];
  private isOver = false;

  /** @throws after the end, so that whoever begins things goes no further */
  async add(end: () => Promise<unknown>): Promise<void> {
    this.ends.push(end);
    if (!this.isOver) return;
    await this.close();
    throw new Error('it was stopped while it began');
  }

  async close(): Promise<void> {
    this.isOver = true;
    for (let end = this.ends.pop(); end; end = this.ends.pop()) await end();
  }
}
