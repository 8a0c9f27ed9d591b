interface Waiting<Job, Answer> {
  job: Job;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitOptions<Job, Answer> {
  /** Writes a group durably; outcomes keep the order of the jobs, and a throw fails the group. */
  commit(group: readonly Job[]): Promise<readonly Outcome<Answer>[]>;
  bytesOf(job: Job): number;
}

export type Outcome<Answer> = { answer: Answer } | { refusal: Error };

const MAX_JOBS = 4_096;
const MAX_BYTES = 8 * 2 ** 20;

export class GroupCommit<Job, Answer> {
  #waiting: Waiting<Job, Answer>[] = [];
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(private readonly options: GroupCommitOptions<Job, Answer>) {}

  add(job: Job): Promise<Answer> {
    if (this.#closed) return Promise.reject(new Error('the store is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#commit(this.#take());
    this.#working = undefined;
  }

  #take(): Waiting<Job, Answer>[] {
    let count = 0;
    let bytes = 0;
    for (const { job } of this.#waiting) {
      bytes += this.options.bytesOf(job);
      if (count > 0 && (bytes > MAX_BYTES || count === MAX_JOBS)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: Waiting<Job, Answer>[]): Promise<void> {
    try {
      const outcomes = await this.options.commit(group.map(({ job }) => job));
      group.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome && 'answer' in outcome) resolve(outcome.answer);
        else reject(outcome?.refusal);
      });
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
