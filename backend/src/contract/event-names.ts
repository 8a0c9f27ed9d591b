/** The server's event union must have the same names, or it does not compile. */
type OrderEventName =
  | 'OrderPlaced'
  | 'CheckoutStarted'
  | 'CheckoutPrepared'
  | 'PaymentTokenMade'
  | 'CheckoutEscalated'
  | 'CheckoutSucceeded'
  | 'CheckoutRefused'
  | 'SecurityCodeGiven'
  | 'CheckoutOutcomeUnknown'
  | 'FeeChargeStarted'
  | 'FeeCharged'
  | 'FeeDeclined'
  | 'FeeWaived'
  | 'RefundRequested'
  | 'RefundStarted'
  | 'FeeRefunded'
  | 'RefundFailed'
  | 'RefundSettled'
  | 'FeeDisputed'
  | 'DisputeDeadlineMoved'
  | 'DisputeStatusChanged'
  | 'DisputeClosed'
  | 'OrderJoined'
  | 'OrderWithdrawn'
  | 'OrderClosed'
  | 'OrderArchived'
  | 'PriceOverridden'
  | 'AcoDataAccessed'
  | 'MailRequested'
  | 'MailClaimed'
  | 'MailSent'
  | 'MailBounced'
  | 'MailSuppressed'
  | 'ProofReceived'
  | 'ProofChecked'
  | 'ShopOrderReported'
  | 'ShipmentReported'
  | 'PurchaseSettled'
  | 'ProofReviewed'
  | 'ProofForgotten'
  | 'TicketShared'
  | 'TicketHidden'
  | 'PersonalDataErased'
  | 'ErasureFinished';

export type StoryEventName = OrderEventName | 'SlotReserved' | 'SlotReleased' | 'ReleaseStarted';

export type OrderMailKind =
  | 'slot-confirmed'
  | 'code-needed'
  | 'finish-checkout'
  | 'shipped'
  | 'release-changed'
  | 'price-changed'
  | 'card-expires'
  | 'success'
  | 'fee-waived'
  | 'action-needed'
  | 'action-reminder'
  | 'closed'
  | 'refund'
  | 'refund-failed'
  | 'refund-settled'
  | 'withdrawn'
  | 'drop-cancelled';

export const BOUNCE_REASONS = ['no-mailbox', 'mailbox-full', 'refused'] as const;
export type BounceReason = (typeof BOUNCE_REASONS)[number];

export const EVENT_SUMMARIES: Readonly<Record<string, string>> = {
  ProductCreated: 'A product was listed.',
  ProductEdited: 'A product was changed.',
  ProductDelisted: 'A product was taken off the shop.',
  SlotReserved: 'A slot was reserved.',
  SlotReleased: 'A slot went back to the drop.',
  ReservationVoided: 'A reservation was cancelled before it was complete.',
  WaitlistJoined: 'Someone joined the waiting list.',
  WaitlistLeft: 'Someone left the waiting list.',
  SlotOffered: 'A free slot was offered to the next person on the waiting list.',
  OfferLapsed: 'An offer from the waiting list expired.',
  ReleaseStarted: 'The release started.',
  ReleaseFinished: 'The release finished.',
  DropCancelled: 'The drop was cancelled.',
  HoldersTold: 'Slot holders were informed of the new release time.',
  OrderPlaced: 'An order was placed.',
  CheckoutStarted: 'A checkout at the retailer started.',
  CheckoutPrepared: 'The retailer prepared a checkout and named its total.',
  PaymentTokenMade: 'A payment token for the total was made.',
  CheckoutEscalated: 'The retailer asked for the shopper to finish the checkout.',
  CheckoutSucceeded: 'The purchase at the retailer was confirmed.',
  CheckoutRefused: 'The retailer refused the checkout.',
  SecurityCodeGiven: 'The card security code was entered again.',
  CheckoutOutcomeUnknown: 'The retailer did not confirm whether the purchase went through.',
  FeeChargeStarted: 'A charge of the service fee started.',
  FeeCharged: 'The service fee was charged.',
  FeeDeclined: 'The charge of the service fee was declined.',
  FeeWaived: 'The service fee was waived.',
  RefundRequested: 'A refund was requested.',
  RefundStarted: 'A refund was sent to Stripe.',
  FeeRefunded: 'The service fee was refunded.',
  RefundFailed: 'A refund failed.',
  RefundSettled: 'A failed refund was paid another way.',
  FeeDisputed: 'The cardholder disputed the charge.',
  DisputeDeadlineMoved: 'The deadline of a dispute changed.',
  DisputeStatusChanged: 'The status of a dispute changed.',
  DisputeClosed: 'A dispute was closed.',
  OrderJoined: 'A guest order was added to an account.',
  OrderWithdrawn: 'An order was withdrawn.',
  OrderClosed: 'An order was closed without a charge.',
  OrderArchived: 'An order was archived.',
  PriceOverridden: 'The price of an order was changed.',
  AcoDataAccessed: 'Someone viewed the full auto-checkout data of an order.',
  MailRequested: 'An email was requested.',
  MailClaimed: 'An email is being sent.',
  MailSent: 'An email was sent.',
  MailBounced: 'An email bounced.',
  MailSuppressed: 'An email was not sent because it was out of date or had no recipient.',
  ProofReceived: 'An email arrived that may prove a purchase.',
  ShopOrderReported: 'The retailer reported its order. We are checking it.',
  ShipmentReported: 'The retailer sent a tracking number.',
  PurchaseSettled: 'What a retailer sold, and what it was paid, was settled.',
  ProofChecked: 'The retailer was asked about an email that may prove a purchase.',
  ProofReviewed: 'An email was accepted or refused as proof of a purchase.',
  ProofForgotten: 'An email kept as possible proof was deleted.',
  TicketShared: 'A ticket got a public page.',
  TicketHidden: 'The public page of a ticket was removed.',
  PersonalDataErased: 'Personal data was erased.',
  ErasureFinished: 'An erasure was completed.',
  AccountRegistered: 'An account was created.',
  DetailsChanged: 'Account details were changed.',
  BillingAddressSet: 'A billing address was saved.',
  CardSaved: 'A card was saved.',
  ErasureRequested: 'The erasure of an account was requested.',
  EmailVerified: 'An email address was verified.',
  AccountEmptied: 'The contents of an erased account were deleted.',
  VerificationRequested: 'A link to verify an email address was requested.',
  EmailMoveRequested: 'A change of email address was requested.',
  EmailMoved: 'The login moved to a new email address.',
  OrdersJoined: 'Guest orders were added to an account.',
  AccountLocked: 'An account was locked.',
  AccountUnlocked: 'An account was unlocked.',
  PasswordChanged: 'A password was changed.',
  PasswordRevoked: 'A password was revoked.',
  PasswordResetRequested: 'A password reset was requested.',
  SessionsRevoked: 'All sessions of an account were ended.',
  RoleGranted: 'A role was granted.',
  RoleTaken: 'A role was revoked.',
  EmailClaimed: 'An email address was assigned to an account.',
  EmailReleased: 'An email address became available again.',
  ProfileSaved: 'A shipping profile was saved.',
  ProfileRemoved: 'A shipping profile was removed.',
  SecretKept: 'Card data or a security code was stored for a limited time.',
  SecretForgotten: 'Stored card data was deleted; a security code is offered no more and is deleted next.',
  PromoCreated: 'A promo code was created.',
  PromoEdited: 'A promo code was changed.',
  PromoRedeemed: 'A promo code was used.',
  PromoRedemptionReleased: 'A use of a promo code was returned.',
  PromoEnded: 'A promo code was ended.',
  PurchaseClaimed: 'An order number of the retailer was assigned to an order.',
  RetailerConfigured: 'A retailer was added or changed.',
  RetailerDiscovered: 'A retailer published what its shop supports.',
  RetailerEnded: 'A retailer was removed.',
  DropSummarised: 'The sums of an ended drop were recorded.',
  DropChecked: 'A drop was checked before its release.',
  DropCheckSkipped: 'A check of a drop was skipped.',
  DropRehearsed: 'A drop was rehearsed before its release.',
  PlacesGivenUp: 'Someone was removed from all waiting lists.',
  WebhookReceived: 'A webhook from Stripe arrived.',
  WebhookApplied: 'A webhook from Stripe was processed.',
  InvitationMade: 'An invitation was created.',
  InvitationUsed: 'An invitation was used.',
  InvitationRevoked: 'An invitation was revoked.',
  StaffSuspended: 'A staff member was suspended.',
  StaffReinstated: 'A staff member was reinstated.',
  SessionBegun: 'A staff member logged in.',
  SessionUsed: 'A staff session was used.',
  SessionEnded: 'A staff session ended.',
  TotpOffered: 'A secret for one-time codes was created.',
  TotpEnrolled: 'One-time codes were turned on.',
  TotpCodeUsed: 'A one-time code was used.',
  RecoveryCodeUsed: 'A recovery code was used.',
  RecoveryCodesMade: 'New recovery codes were created.',
  TotpDisabled: 'One-time codes were turned off.',
  AuditRunStarted: 'An audit run started.',
  AuditRunContinued: 'An audit run continued.',
  AuditRunFinished: 'An audit run finished.',
  FindingHealed: 'A problem found by an audit was fixed.',
  WorkParked: 'A job was parked after repeated failures.',
  WorkResumed: 'A parked job was resumed.',
  WorkSetAside: 'A parked job was set aside for good.',
  SealKeyMade: 'A new key for seals was created.',
  LogSealed: 'The event log was sealed.',
  VaultMarked: 'The position of the vault was recorded.',
  DamageAccepted: 'A damaged event was accepted and is skipped from now on.',
  LogCreated: 'This installation was created.',
  LogFormatRaised: 'The format of the event log was upgraded.',
};

export const STREAM_KINDS: Readonly<Record<string, string>> = {
  order: 'Order',
  product: 'Product',
  account: 'Account',
  profile: 'Shipping profile',
  promo: 'Promo code',
  email: 'Email address',
  invitation: 'Invitation',
  stripe: 'Stripe webhook',
  session: 'Staff session',
  totp: 'One-time codes',
  check: 'Drop check',
  drop: 'Ended drop',
  mail: 'Email',
  waiting: 'Waiting lists of one person',
  purchase: 'Retailer order number',
  retailer: 'Retailer',
  work: 'Parked job',
  staff: 'Staff',
  audit: 'Audit runs',
  log: 'Seals',
  vault: 'Vault',
  damage: 'Damaged events',
  system: 'Installation',
};

export const TRAVELLED = ['orders', 'products', 'accounts', 'promos'] as const;
export type Travelled = (typeof TRAVELLED)[number];
