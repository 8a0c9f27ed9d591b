import type { Type } from '@nestjs/common';
import { type CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { somethingWasTried } from '../telemetry/request-context.js';
import { isKeyed } from './command-metadata.js';
import {
  type AnyDecider,
  type Command,
  type CommandClass,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  type Handled,
  Refused,
} from './decider.js';
import { Streams } from './streams.js';
import { UnderWay } from './under-way.js';

export function commandHandlers(...deciders: AnyDecider[]): Type<ICommandHandler>[] {
  return deciders.flatMap((decider) => Object.values(decider.commands).map((command) => handler(decider, command)));
}

function handler(decider: AnyDecider, handled: CommandClass): Type<ICommandHandler> {
  @CommandHandler(handled)
  class Handler {
    constructor(private readonly streams: Streams) {}

    execute(command: Command): Promise<Handled<unknown, DomainEvent>> {
      return this.streams.handle(decider, command);
    }
  }
  return Object.defineProperty(Handler, 'name', { value: `${handled.name}Handler` });
}

export class Commands {
  private readonly underWay = new UnderWay();
  private readonly preparing = new Map<string, (command: Command) => Promise<void>>();

  constructor(
    private readonly bus: Pick<CommandBus, 'execute'>,
    private readonly streams: Streams,
    private readonly onHandled: (command: Command, events: readonly DomainEvent[]) => void = () => undefined,
  ) {}

  /** `prepare` runs before each command of the aggregate; it must be idempotent and cheap. */
  before<C extends Command>(
    { category }: Decider<unknown, C, DomainEvent>,
    prepare: (command: C) => Promise<void>,
  ): void {
    this.preparing.set(category, prepare as (command: Command) => Promise<void>);
  }

  /** Durable when it resolves. @throws Refused */
  async execute<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>> {
    const prepare = this.preparing.get(decider.category);
    if (prepare) await prepare(command);
    const handled = (await this.bus.execute(command)) as Handled<State, E>;
    if (handled.events.length > 0) somethingWasTried();
    command.metadata.settled?.(handled.position);
    this.onHandled(command, handled.events);
    return handled;
  }

  cached<State>(decider: Decider<State, Command, DomainEvent>, id: string): Promise<State> {
    return this.streams.cached(decider, id);
  }

  /** Whether the log holds this request's events. @throws Refused when another request used the command id */
  async isDone<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    metadata: CommandMetadata,
  ): Promise<boolean> {
    const { isDone, position } = await this.streams.read(decider, id, metadata);
    if (isDone) metadata.settled?.(position);
    return isDone;
  }

  /** Runs `does` once per request; copies in this process wait for the first one. @throws Refused */
  async unlessDone<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    metadata: CommandMetadata,
    does: () => Promise<unknown>,
  ): Promise<void> {
    if (!isKeyed(metadata)) {
      await does();
      return;
    }
    if (await this.isDone(decider, id, metadata)) return;
    const attempt = async () => {
      try {
        await does();
      } catch (error) {
        if (!(error instanceof Refused && (await this.isDone(decider, id, metadata)))) throw error;
      }
    };
    const again = () => this.unlessDone(decider, id, metadata, does);
    await this.underWay.first(
      JSON.stringify([decider.category, id, metadata.commandId, metadata.requestHash]),
      attempt,
      again,
    );
  }

  /** Reads the log. @throws Refused when another request used `origin`'s command id */
  async state<State>(
    decider: Decider<State, Command, DomainEvent>,
    id: string,
    metadata?: CommandMetadata,
  ): Promise<State> {
    const { state, position } = await this.streams.read(decider, id, metadata);
    metadata?.settled?.(position);
    return state;
  }
}
