export interface CardData {
  name: string;
  number: string;
  month: number;
  year: number;
  code: string;
}
/** `ref` says whose card it is; `mandateVersion` which wording they agreed to. */
export interface SaveCard {
  customerId: string | null;
  email: string;
  name: string;
  token: string;
  ref: { accountId: string } | { orderId: string };
  mandateVersion: string;
  idempotencyKey: string;
}
/** Amounts in minor units. */
export interface CreateIntent {
  orderId: string;
  amount: number;
  currency: string;
  customerId: string;
  mayBeForgotten: boolean;
}
/** `returnUrl`: the shopper is present to authenticate; without it the charge is off session. */
export interface Confirm {
  orderId: string;
  attempt: number;
  intentId: string;
  paymentMethodId: string;
  returnUrl?: string;
}
export interface RefundFee {
  orderId: string;
  refundId: string;
  intentId: string;
  amount: number;
}
