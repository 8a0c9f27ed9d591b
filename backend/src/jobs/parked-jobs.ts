import { Command, type CommandOf, type Decider, Refused, unreachable } from '../event-sourcing/decider.js';
import { type JobChange, jobRule } from './jobs.projection.js';

interface Work {
  kind: string;
  /** e.g. the id of a webhook */
  workId: string;
}

export type ParkedWorkEvent =
  /** `attempts`: failed without a partner to blame; `reason`: of the last one */
  | { type: 'WorkParked'; data: Work & { attempts: number; reason: string } }
  | { type: 'WorkResumed'; data: Work }
  /** ended undone by an operator; `reason`: the operator's */
  | { type: 'WorkSetAside'; data: Work & { reason: string } };

export class ParkWork extends Command<Work & { attempts: number; reason: string }> {
  readonly type = 'ParkWork';
}
export class ResumeWork extends Command<Work> {
  readonly type = 'ResumeWork';
}
export class SetWorkAside extends Command<Work & { reason: string }> {
  readonly type = 'SetWorkAside';
}
const parkedWorkCommands = { ParkWork, ResumeWork, SetWorkAside };
type ParkedWorkCommand = CommandOf<typeof parkedWorkCommands>;

export const parkedWork: Decider<{ isParked: boolean }, ParkedWorkCommand, ParkedWorkEvent> = {
  category: 'work',
  commands: parkedWorkCommands,
  initial: { isParked: false },
  decide(command, { isParked }) {
    switch (command.type) {
      // Events may have made it due again after an earlier parking.
      case 'ParkWork':
        return [{ type: 'WorkParked', data: command.data }];
      case 'ResumeWork':
        if (!isParked) throw notParked();
        return [{ type: 'WorkResumed', data: command.data }];
      case 'SetWorkAside':
        if (!isParked) throw notParked();
        return [{ type: 'WorkSetAside', data: command.data }];
      default:
        return unreachable(command);
    }
  },
  evolve(_, event) {
    switch (event.type) {
      case 'WorkParked':
        return { isParked: true };
      case 'WorkResumed':
      case 'WorkSetAside':
        return { isParked: false };
      default:
        return unreachable(event);
    }
  },
};

export const parkedJobs = jobRule<ParkedWorkEvent>(['work'], (event): readonly JobChange[] => {
  const { kind, workId: id } = event.data;
  switch (event.type) {
    case 'WorkParked':
      return [{ kind, id, parked: { attempts: event.data.attempts, reason: event.data.reason } }];
    case 'WorkResumed':
      return [{ kind, id, resumed: true }];
    case 'WorkSetAside':
      return [{ kind, id, done: true }];
    default:
      return unreachable(event);
  }
});

export const NOT_PARKED = 'not-parked';
export const RESUMED: ParkedWorkEvent['type'] = 'WorkResumed';

function notParked(): Refused {
  return new Refused(NOT_PARKED, 'conflict', 'This job is not parked. It is retried automatically.');
}
