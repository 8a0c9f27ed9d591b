import { Command, type CommandOf, Refused, unreachable } from '../event-sourcing/decider.js';

/** The owner of a ticket shows it to whoever has its public id, until it is hidden, withdrawn or its person erased. */

export type SharingEvent =
  /** `ticketId`: random, and leads to nothing but the public page */
  { type: 'TicketShared'; data: { ticketId: string } } | { type: 'TicketHidden'; data: Record<string, never> };

export class ShareTicket extends Command<{ ticketId: string }> {
  readonly type = 'ShareTicket';
}
export class HideTicket extends Command<Record<string, never>> {
  readonly type = 'HideTicket';
}
export const sharingCommands = { ShareTicket, HideTicket };
export type SharingCommand = CommandOf<typeof sharingCommands>;

export interface SharingState {
  ticketId: string | null;
}
export const NOT_SHARED: SharingState = { ticketId: null };

interface Ticket extends SharingState {
  erased: boolean;
  slotNumber: number | null;
  withdrawn: object | null;
}

export function decideSharing(command: SharingCommand, ticket: Ticket): SharingEvent[] {
  const { ticketId, erased, slotNumber, withdrawn } = ticket;
  switch (command.type) {
    case 'ShareTicket':
      if (erased || withdrawn || slotNumber === null)
        throw new Refused('no-ticket', 'conflict', 'This order has no ticket that could be shown.');
      if (ticketId !== null) return [];
      return [{ type: 'TicketShared', data: command.data }];
    case 'HideTicket':
      return ticketId === null ? [] : [{ type: 'TicketHidden', data: {} }];
    default:
      return unreachable(command);
  }
}

export function evolveSharing<State extends SharingState>(state: State, event: SharingEvent): State {
  return { ...state, ticketId: event.type === 'TicketShared' ? event.data.ticketId : null };
}
