export class Startup {
  isOver = false;
  /** @throws LogReplaced */
  logIsOurs: () => Promise<void> = async () => undefined;
  /** a sentence for operators; while it is set, no job runs */
  olderLog: string | null = null;
}
