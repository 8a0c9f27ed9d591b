import { Injectable } from '@nestjs/common';
import { Mailing } from '../mail/mailing.js';
import { Commands } from '../platform/commands.js';
import type { Origin } from '../platform/decider.js';
import type { DueRow } from '../platform/due/due.projection.js';
import type { DueWorker } from '../platform/due/due-work.js';
import { Worker } from '../platform/due/due-work.js';
import type { Position } from '../platform/log/event-log.js';
import { freshStep, workerOrigin } from '../platform/origins.js';
import { type PersonalDataHolder, PersonalDataPart } from '../platform/personal-data.js';
import { Reads } from '../platform/read-models/reads.js';
import { Sealer } from '../platform/vault/sealer.js';
import { AccountDesk } from './account-desk.js';
import { FORGET_INVITEE, INVITATION_MAILS } from './invitation.due.js';
import { EraseInvitee, invitation, subjectOfInvitation } from './invitation.js';
import { invitationsProjection } from './invitations.projection.js';

/** Whom invitations were mailed to: forgotten with their account, and a while after an invitation is over. */
@Worker()
@PersonalDataPart()
@Injectable()
export class Invitees implements PersonalDataHolder, DueWorker {
  readonly turn = 3;
  readonly kind = FORGET_INVITEE;
  readonly concurrency = 1;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    private readonly desk: AccountDesk,
    private readonly mailing: Mailing,
    private readonly sealer: Sealer,
  ) {}

  async work({ id }: DueRow): Promise<Position> {
    return this.forget(id, workerOrigin(FORGET_INVITEE));
  }

  async erase(accountId: string, origin: Origin): Promise<void> {
    const { emailKey, left } = await this.desk.state(accountId);
    const keys = [emailKey, ...left.map((address) => address.emailKey)];
    const found = await Promise.all([
      this.reads.find(invitationsProjection, { where: { usedBy: accountId } }),
      this.reads.find(invitationsProjection, { where: { emailKey: { in: keys } } }),
    ]);
    for (const id of new Set(found.flat().map(({ invitationId }) => invitationId))) {
      await this.forget(id, freshStep(origin));
    }
  }

  async eraseAgain(): Promise<void> {
    const erased = await this.reads.find(invitationsProjection, { where: { erased: true } });
    for (const { invitationId } of erased) await this.sealer.erase(subjectOfInvitation(invitationId));
  }

  private async forget(id: string, origin: Origin): Promise<Position> {
    await this.mailing.forget(INVITATION_MAILS, id, ['invitation-1']);
    await this.sealer.erase(subjectOfInvitation(id));
    return (await this.commands.execute(invitation, new EraseInvitee(id, {}, origin))).position;
  }
}
