import { Module } from '@nestjs/common';
import { AccountDesk } from './account-desk.js';
import { AccountErasure } from './account-erasure.js';
import { AccountLinks } from './account-links.js';
import { AccountMails } from './account-mails.js';
import { AccountReader } from './account-reader.js';
import { AuthController } from './auth.controller.js';
import { BillingController } from './billing.controller.js';
import { Billing } from './billing.js';
import { CardTokens } from './card-tokens.js';
import { Credentials } from './credentials.js';
import { DetailsChanges } from './details-changes.js';
import { EmailClaims } from './email-claims.js';
import { Emptying } from './emptying.js';
import { FirstAdmin } from './first-admin.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationReader } from './invitation-reader.js';
import { InvitationsController } from './invitations.controller.js';
import { Invitations } from './invitations.js';
import { Invitees } from './invitees.js';
import { Login } from './login.js';
import { MakeStaff } from './make-staff.js';
import { OwnDetails } from './own-details.js';
import { OwnPassword } from './own-password.js';
import { PasswordChanges } from './password-changes.js';
import { Passwords } from './passwords.js';
import { Registration } from './registration.js';
import { SessionEnds } from './session-ends.js';
import { SignIn } from './sign-in.js';
import { SignedLinks } from './signed-links.js';
import { StaffController } from './staff.controller.js';
import { StaffDesk } from './staff-desk.js';
import { StepUp } from './step-up.js';
import { UserController } from './user.controller.js';
import { UsersController } from './users.controller.js';
import { Verification } from './verification.js';
import { VerificationMails } from './verification-mails.js';

@Module({
  controllers: [
    AuthController,
    UserController,
    BillingController,
    UsersController,
    InvitationsController,
    StaffController,
  ],
  providers: [
    AccountDesk,
    AccountLinks,
    AccountMails,
    AccountReader,
    AccountErasure,
    Billing,
    CardTokens,
    Credentials,
    DetailsChanges,
    EmailClaims,
    Emptying,
    FirstAdmin,
    InvitationMails,
    InvitationReader,
    Invitations,
    Invitees,
    Login,
    MakeStaff,
    OwnDetails,
    OwnPassword,
    PasswordChanges,
    { provide: Passwords, useFactory: () => new Passwords() },
    Registration,
    SessionEnds,
    SignIn,
    SignedLinks,
    StepUp,
    Verification,
    VerificationMails,
    StaffDesk,
  ],
  exports: [AccountDesk, AccountLinks, AccountReader, FirstAdmin, Login, MakeStaff, SignedLinks, StaffDesk],
})
export class AccountsModule {}
