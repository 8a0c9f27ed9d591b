import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountClosing } from './account-closing.js';
import { AccountDesk } from './account-desk.js';
import { AccountLinks } from './account-links.js';
import { AccountMails } from './account-mails.js';
import { AccountReader } from './account-reader.js';
import { AccountRemains } from './account-remains.js';
import { AccountWork } from './account-work.js';
import { AuthController } from './auth.controller.js';
import { BillingController } from './billing.controller.js';
import { Billing } from './billing.js';
import { CardTokens } from './card-tokens.js';
import { Credentials } from './credentials.js';
import { DetailsChanges } from './details-changes.js';
import { EmailClaims } from './email-claims.js';
import { Emptying } from './emptying.js';
import { ErasedKeys } from './erased-keys.js';
import { Erasure } from './erasure.js';
import { FirstAdmin } from './first-admin.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationReader } from './invitation-reader.js';
import { InvitationsController } from './invitations.controller.js';
import { Invitations } from './invitations.js';
import { Invitees } from './invitees.js';
import { KeptMails } from './kept-mails.js';
import { Login } from './login.js';
import { MakeStaff } from './make-staff.js';
import { OwnDetails } from './own-details.js';
import { OwnPassword } from './own-password.js';
import { PasswordChanges } from './password-changes.js';
import { Passwords } from './passwords.js';
import { PersonalDataController } from './personal-data.controller.js';
import { PersonalData } from './personal-data.js';
import { Registration } from './registration.js';
import { RestoredVault } from './restored-vault.js';
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
    PersonalDataController,
    BillingController,
    UsersController,
    InvitationsController,
    StaffController,
  ],
  providers: [
    AccountClosing,
    AccountDesk,
    AccountLinks,
    AccountMails,
    AccountReader,
    AccountRemains,
    AccountWork,
    Billing,
    CardTokens,
    Credentials,
    DetailsChanges,
    EmailClaims,
    Emptying,
    Erasure,
    FirstAdmin,
    InvitationMails,
    InvitationReader,
    Invitations,
    Invitees,
    KeptMails,
    Login,
    MakeStaff,
    OwnDetails,
    OwnPassword,
    PasswordChanges,
    { provide: Passwords, useFactory: () => new Passwords() },
    PersonalData,
    Registration,
    RestoredVault,
    ErasedKeys,
    SessionEnds,
    SignIn,
    SignedLinks,
    StepUp,
    Verification,
    VerificationMails,
    StaffDesk,
  ],
  exports: [
    AccountDesk,
    AccountLinks,
    AccountReader,
    FirstAdmin,
    Login,
    MakeStaff,
    PersonalData,
    SignedLinks,
    StaffDesk,
  ],
})
export class AccountsModule implements OnModuleInit {
  constructor(
    private readonly holders: PersonalData,
    private readonly remains: AccountRemains,
    private readonly mails: KeptMails,
    private readonly invitees: Invitees,
  ) {}

  onModuleInit(): void {
    this.holders.register(this.remains);
    this.holders.register(this.mails);
    this.holders.register(this.invitees);
  }
}
