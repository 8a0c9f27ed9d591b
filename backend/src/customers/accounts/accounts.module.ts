import { Module } from '@nestjs/common';
import { Guesses } from '../../auth/guesses.js';
import { Passwords } from '../../auth/passwords.js';
import { Sessions } from '../../auth/sessions.js';
import { Commands, commandHandlers } from '../../event-sourcing/commands.js';
import { RepeatedSecrets } from '../../event-sourcing/repeated-secrets.js';
import { MailedLinks } from '../../mail/mailed-links.js';
import { LiveEvents } from '../../projections/live-events.js';
import { AccessModule } from '../access/access.module.js';
import { ProfilesModule } from '../profiles/profiles.module.js';
import { account } from './account.js';
import { AccountLinks } from './account-links.js';
import { AccountMails } from './account-mails.js';
import { Accounts } from './accounts.js';
import { AddressMoves } from './address-moves.js';
import { InvitationsController, UsersController } from './admin-accounts.controller.js';
import { AuthController } from './auth.controller.js';
import { Billing, CardTokens } from './billing.js';
import { DetailsChanges } from './details.js';
import { email } from './email.js';
import { EmailClaims } from './email-claims.js';
import { FollowedLinks } from './followed-links.js';
import { AccountErasure, Emptying, Invitees } from './forgetting.worker.js';
import { invitation } from './invitation.js';
import { InvitationMails, Invitations } from './invitations.js';
import { NewSessions } from './new-sessions.js';
import { Credentials, ForgottenPasswords, NewPasswords } from './passwords.js';
import { RegistrationMails } from './registration-mails.js';
import { OneTimeCodesController, SecurityController } from './security.controller.js';
import { Registration, SignIn } from './sign-in.js';
import { MakeStaff, StaffRoles } from './staffing.js';
import { StepUp } from './step-up.js';
import { AccountSupportController } from './support/account-support.controller.js';
import { AccountSupport } from './support/account-support.js';
import { BillingController, PasswordController, UserController } from './user.controller.js';

@Module({
  imports: [AccessModule, ProfilesModule],
  controllers: [
    AuthController,
    SecurityController,
    OneTimeCodesController,
    UserController,
    PasswordController,
    BillingController,
    UsersController,
    AccountSupportController,
    InvitationsController,
  ],
  providers: [
    ...commandHandlers(account, email, invitation),
    AccountSupport,
    AccountErasure,
    AccountLinks,
    FollowedLinks,
    AccountMails,
    Accounts,
    AddressMoves,
    Billing,
    CardTokens,
    Credentials,
    DetailsChanges,
    EmailClaims,
    Emptying,
    ForgottenPasswords,
    Guesses,
    InvitationMails,
    Invitations,
    Invitees,
    MailedLinks,
    MakeStaff,
    NewPasswords,
    NewSessions,
    { provide: Passwords, useFactory: () => new Passwords() },
    Registration,
    RegistrationMails,
    SignIn,
    StaffRoles,
    StepUp,
  ],
  exports: [AccountLinks, Accounts, EmailClaims, FollowedLinks, Invitees, MailedLinks, MakeStaff, StaffRoles, StepUp],
})
export class AccountsModule {
  constructor(live: LiveEvents, sessions: Sessions, repeats: RepeatedSecrets, commands: Commands) {
    repeats.onEnding(({ accountId }, metadata) => commands.isDone(account, accountId, metadata));
    live.onEvent(({ category, id, data, at }) => {
      if (category !== 'account' || !('tokenVersion' in data) || typeof data.tokenVersion !== 'number') return;
      sessions.raise(id, data.tokenVersion, at);
    });
  }
}
