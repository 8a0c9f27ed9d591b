import { randomUUID } from 'node:crypto';
import type {
  Command,
  CommandMetadata,
  Decider,
  DomainEvent,
  Handled,
} from '../../backend/src/event-sourcing/decider.js';
import type { Engines, Platform } from '../../backend/src/server/platform.js';
import { built } from '../support/built.js';

export const JWT_SECRET = 'the benchmark signs its own sessions';

/** Stores and streams in this process, without HTTP. */
export interface World {
  platform: Platform;
  engines: Engines;
  ask<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>>;
  close(): Promise<void>;
}

/** Opens the embedded engines in a directory, or those of the settings. */
export async function openWorld(
  dataDir: string,
  settings: Readonly<Record<string, string | undefined>> = {},
): Promise<World> {
  const { readConfig } = await built<typeof import('../../backend/src/config/config.js')>('config/config.js');
  const { openEngines, openPlatform } =
    await built<typeof import('../../backend/src/server/stores.js')>('server/stores.js');
  const { createLogger } = await built<typeof import('../../backend/src/telemetry/logger.js')>('telemetry/logger.js');
  const config = readConfig({ ...settings, DATA_DIR: dataDir, JWT_SECRET, LOG_LEVEL: 'silent' });
  const logger = createLogger('silent');
  const engines = await openEngines(
    config,
    logger,
    () => undefined,
    () => process.exit(1),
  );
  const platform = await openPlatform(config, engines, logger);
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

export function metadata(): CommandMetadata {
  const commandId = randomUUID();
  return { actor: { kind: 'shopper', id: 'bench' }, commandId, requestHash: '', correlationId: commandId };
}
