import { randomUUID } from 'node:crypto';
import type { Engines } from '../../backend/src/engines.js';
import type { Command, Decider, DomainEvent, Origin } from '../../backend/src/platform/decider.js';
import type { Platform } from '../../backend/src/platform/platform.js';
import type { Handled } from '../../backend/src/platform/streams.js';
import { built } from '../support/built.js';

export const JWT_SECRET = 'the benchmark signs its own sessions';

/** Stores and streams of a data directory in this process, without HTTP: for preparing, and for measuring single parts. */
export interface World {
  platform: Platform;
  engines: Engines;
  /** Decides a command as the server would. */
  ask<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>>;
  close(): Promise<void>;
}

export async function openWorld(dataDir: string): Promise<World> {
  const { readConfig } = await built<typeof import('../../backend/src/config.js')>('config.js');
  const { openEmbedded, openPlatform } = await built<typeof import('../../backend/src/engines.js')>('engines.js');
  const { createLogger } = await built<typeof import('../../backend/src/platform/logger.js')>('platform/logger.js');
  const config = readConfig({ DATA_DIR: dataDir, JWT_SECRET, LOG_LEVEL: 'silent' });
  const engines = await openEmbedded(
    dataDir,
    () => undefined,
    () => process.exit(1),
  );
  const platform = await openPlatform(config, engines, createLogger('silent'));
  return {
    platform,
    engines,
    ask: (decider, command) => platform.streams.handle(decider, command),
    close: async () => {
      await platform.projector.stop();
      await engines.close();
    },
  };
}

/** A command of its own each time. */
export function origin(): Origin {
  const commandId = randomUUID();
  return { actor: { kind: 'shopper', id: 'bench' }, commandId, requestHash: '', correlationId: commandId };
}

export async function untilCaughtUp({ projector }: Platform): Promise<void> {
  while (!projector.progress().caughtUp) {
    const { stopped } = projector.progress();
    if (stopped) throw new Error(stopped);
    await projector.passed(projector.progress().position + 1, 20);
  }
}
