/** `account-soon`: the account is closed, and a worker finishes the erasure. */
type What = 'account' | 'account-soon' | 'order';

/** `accountId` names the account whose session this browser forgets. */
export interface Erased {
  what: What;
  accountId?: string;
}

export const ON_RECORD = 'What happened to your orders stays on record, without anything that identifies you.';

export function textsOf(erased: Erased | null): { title: string; text: string } {
  switch (erased?.what) {
    case 'order':
      return { title: 'Your data is erased.', text: `Your name, address, card and emails are gone. ${ON_RECORD}` };
    case 'account-soon':
      return {
        title: 'Your account is closed.',
        text: 'Nobody can log in to it any more. Your data is erased within a minute, or as soon as an order that is being bought has ended. We confirm it in a last email.',
      };
    default:
      return {
        title: 'Your account is erased.',
        text: `Your details, addresses, profiles and cards are gone. ${ON_RECORD} We confirm it in a last email.`,
      };
  }
}
