import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Command, Decider, DomainEvent, Handled, Origin } from './decider.js';
import type { Streams } from './streams.js';

class Asked {
  constructor(
    readonly decider: Decider<unknown, Command, DomainEvent>,
    readonly command: Command,
  ) {}
}

/** The one way to ask for a change: through Nest's CommandBus to the stream's queue. */
export class Commands {
  private readonly preparing = new Map<string, (command: Command) => Promise<void>>();

  constructor(
    private readonly bus: CommandBus,
    private readonly streams: Streams,
    /** hears what each command came to */
    private readonly told: (command: Command, events: readonly DomainEvent[]) => void = () => undefined,
  ) {
    class Handler implements ICommandHandler<Asked> {
      execute({ decider, command }: Asked): Promise<Handled<unknown, DomainEvent>> {
        return streams.handle(decider, command);
      }
    }
    CommandHandler(Asked)(Handler);
    bus.register([new InstanceWrapper({ metatype: Handler, instance: new Handler(), name: Handler.name })]);
  }

  /** Before a command of this aggregate is decided, `prepare` makes sure of what must have happened there; idempotent and cheap. */
  before<C extends Command>(
    { category }: Decider<unknown, C, DomainEvent>,
    prepare: (command: C) => Promise<void>,
  ): void {
    this.preparing.set(category, prepare as (command: Command) => Promise<void>);
  }

  /** Durable when it resolves; the caller's origin hears the position. @throws Refused */
  async execute<State, C extends Command, E extends DomainEvent>(
    decider: Decider<State, C, E>,
    command: C,
  ): Promise<Handled<State, E>> {
    await this.preparing.get(decider.category)?.(command);
    const handled = (await this.bus.execute(new Asked(decider, command))) as Handled<State, E>;
    command.origin.settled?.(handled.position);
    this.told(command, handled.events);
    return handled;
  }

  /** The folded state of a stream as this process last knew it, without asking the log; undefined where it knows nothing. */
  known<State>(decider: Decider<State, Command, DomainEvent>, id: string): State | undefined {
    return this.streams.known(decider, id);
  }

  /** The same where this process appended the last event and has heard of no newer one, else what the log holds: see Streams.standing. */
  standing<State>(decider: Decider<State, Command, DomainEvent>, id: string): Promise<State> {
    return this.streams.standing(decider, id);
  }

  /** Whether this very request has come to something on a stream before. @throws Refused when the command id was another request's */
  async isDone<State>(decider: Decider<State, Command, DomainEvent>, id: string, origin: Origin): Promise<boolean> {
    return (await this.streams.read(decider, id, origin)).isDone;
  }

  /** The folded state of a stream as the log holds it. @throws Refused when `origin`'s command id was another request's */
  async state<State>(decider: Decider<State, Command, DomainEvent>, id: string, origin?: Origin): Promise<State> {
    return (await this.streams.read(decider, id, origin)).state;
  }
}
