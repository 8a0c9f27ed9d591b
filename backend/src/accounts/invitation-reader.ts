import { Injectable } from '@nestjs/common';
import { Projector } from '../platform/projections/projector.js';
import { Latest } from '../platform/read-models/latest.js';
import { Streams } from '../platform/streams.js';
import { invitation, noInvitation } from './invitation.js';
import { type InvitationDoc, invitationsProjection } from './invitations.projection.js';

/** Invitations as the read models hold them, never older than their last event. */
@Injectable()
export class InvitationReader {
  constructor(
    private readonly streams: Streams,
    private readonly projector: Projector,
    private readonly latest: Latest,
  ) {}

  /** @throws Refused 'not-found' */
  async find(id: string): Promise<InvitationDoc> {
    const { state, position } = await this.streams.read(invitation, id);
    if (!state.made) throw noInvitation();
    const isFolded = this.projector.position >= position;
    const doc = isFolded
      ? await this.latest.find(invitationsProjection, id)
      : await this.latest.logged(invitationsProjection, id);
    if (!doc) throw noInvitation();
    return doc;
  }
}
