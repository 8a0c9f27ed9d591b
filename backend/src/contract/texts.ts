/** Refusals in the wording of the product specification. */
export const TEXTS = {
  login: 'Email or password is incorrect.',
  checkout: 'Error checking out.',
  insufficient: 'insufficient checkout data',
  profile: 'Please double check your information.',
  card: "Please make sure you've entered a valid card and try again.",
  email: 'Please enter a valid email.',
  form: 'Please complete the form.',
  address: 'Please enter a valid address.',
  register: 'Unable to create an account with these details.',
  aco: 'Invalid ACO Information. Please set your ACO details.',
  emailRequired: 'Email is required.',
  nameRequired: 'Name is required.',
  submitted: 'Thank you! Your submission has been received!',
  notSubmitted: 'Oops! Something went wrong while submitting the form.',
  cardNumber: 'invaild card number',
  promise: "Your card won't be charged till after success.",
} as const;

/** Versions of agreed texts, recorded with registrations and saved cards. A changed text needs a new version. */
export const TERMS_VERSION = '2026-11-27';
export const MANDATE_VERSION = '2026-11';
