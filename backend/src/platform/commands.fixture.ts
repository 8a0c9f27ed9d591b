import type { CommandBus } from '@nestjs/cqrs';
import type { AnyDecider, Command, CommandClass } from './decider.js';
import type { Streams } from './streams.js';

/** Hands the commands of these aggregates to their streams, as the handlers do that Nest finds. */
export function busTo(streams: Streams, ...deciders: AnyDecider[]): Pick<CommandBus, 'execute'> {
  const decided = new Map<CommandClass, AnyDecider>();
  for (const decider of deciders) {
    for (const command of Object.values(decider.commands)) decided.set(command, decider);
  }
  const execute = async (command: Command) => {
    const decider = decided.get(command.constructor as CommandClass);
    if (!decider) throw new Error(`No decider was given for ${command.type}.`);
    return streams.handle(decider, command);
  };
  return { execute: execute as CommandBus['execute'] };
}
