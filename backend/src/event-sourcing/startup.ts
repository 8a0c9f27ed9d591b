/** Whether the start has done all that comes before people: erasures repeated, the first admin and the seed there. */
export class Startup {
  isOver = false;
  /** Has the log compared with what is known of it. @throws LogReplaced when it is another one */
  logIsOurs: () => Promise<void> = async () => undefined;
  /** why the log is older than what was made from it, in words: the work is off then; null: it is not */
  olderLog: string | null = null;
}
