import { Injectable } from '@nestjs/common';
import { Refused } from '../platform/decider.js';
import { Projector } from '../platform/projections/projector.js';
import { Reads } from '../platform/read-models/reads.js';
import { Streams } from '../platform/streams.js';
import { invitation, noInvitation } from './invitation.js';
import { type InvitationDoc, invitationsProjection } from './invitation-list.js';

/** ms a reader waits for the invitation's last event to be folded */
const PATIENCE = 1_500;

/** Invitations as the read models hold them, never older than their last event. */
@Injectable()
export class InvitationReader {
  constructor(
    private readonly streams: Streams,
    private readonly projector: Projector,
    private readonly reads: Reads,
  ) {}

  /** @throws Refused 'not-found' | 'not-ready' */
  async find(id: string): Promise<InvitationDoc> {
    const { state, position } = await this.streams.read(invitation, id);
    if (!state.made) throw noInvitation();
    const isFolded = await this.projector.passed(position, PATIENCE);
    const doc = isFolded ? await this.reads.get(invitationsProjection, id) : undefined;
    if (doc) return doc;
    throw new Refused('not-ready', 'unavailable', 'The invitation is not ready yet. Try again in a moment.', 1);
  }
}
