import { DEFAULT_COUNTRY } from '@supreme-access/contract/countries.js';
import type { CardBrand } from '@supreme-access/contract/limits.js';
import type { ProfileAddress, ProfileView } from '@supreme-access/contract/shapes/people.js';
import { unreachable } from '../../event-sourcing/decider.js';
import { projection } from '../../projections/projection.js';
import type { Recorded } from '../../projections/recorded.js';
import type { ProfileEvent, ProfilePersonal } from './profile.js';

export interface ProfileDoc {
  profileId: string;
  /** null: a guest's, or removed */
  accountId: string | null;
  ownerId: string | null;
  subject: string;
  revision: number;
  profileName: string;
  email: string;
  phone: string;
  shipping: ProfileAddress;
  billing: ProfileAddress;
  matchInfo: boolean;
  poBox: boolean;
  streetConfirmed?: true;
  cardRecord: string;
  codeRecord: string | null;
  card: { name: string; brand: CardBrand; last4: string; month: number; year: number };
  fingerprint: string;
  /** must not leave the server */
  personKey: string;
  /** ms UTC */
  savedAt: number;
}

export const profilesProjection = projection<ProfileDoc, ProfileEvent>({
  name: 'profiles',
  version: 2,
  indexes: [['accountId', 'savedAt'], ['ownerId'], ['cardRecord'], ['codeRecord']],
  isPersonal: true,
  categories: ['profile'],
  idsOf: (event) => (event.type === 'SecretKept' ? [] : [event.id]),
  evolve: (document, event) => {
    switch (event.type) {
      case 'ProfileSaved':
        return saved(document, event);
      case 'ProfileRemoved':
        return document && { ...document, accountId: null };
      case 'SecretForgotten': {
        const { kind, record } = event.data.secret;
        const isOnFile = document !== null && kind === 'code' && document.codeRecord === record;
        return isOnFile ? { ...document, codeRecord: null } : document;
      }
      case 'SecretKept':
        return document;
      case 'PersonalDataErased':
        return null;
      default:
        return unreachable(event);
    }
  },
});

const NO_ADDRESS: ProfileAddress = {
  firstName: '',
  lastName: '',
  address1: '',
  city: '',
  state: '',
  zip: '',
  country: DEFAULT_COUNTRY,
};
/** Shown when the key is already erased; the document is still needed to find the card. */
const NOBODY: ProfilePersonal = {
  profileName: '',
  email: '',
  phone: '',
  shipping: NO_ADDRESS,
  billing: NO_ADDRESS,
  cardName: '',
  personKey: '',
};

function saved(
  document: ProfileDoc | null,
  event: Recorded<Extract<ProfileEvent, { type: 'ProfileSaved' }>>,
): ProfileDoc {
  const {
    accountId,
    matchInfo,
    poBox,
    streetConfirmed,
    cardRecord,
    codeRecord,
    fingerprint,
    brand,
    last4,
    month,
    year,
  } = event.data;
  const { cardName: name, ...fields } = event.personal() ?? NOBODY;
  return {
    profileId: event.id,
    accountId,
    ownerId: accountId,
    subject: event.subject ?? '',
    revision: event.revision,
    ...fields,
    matchInfo,
    poBox,
    ...(streetConfirmed && { streetConfirmed }),
    cardRecord,
    codeRecord,
    card: { name, brand, last4, month, year },
    fingerprint,
    savedAt: document?.savedAt ?? event.at,
  };
}

export function profileView(doc: ProfileDoc, codeOnFile: boolean): ProfileView {
  const { profileId, profileName, email, phone, shipping, billing, matchInfo, poBox, streetConfirmed } = doc;
  const { name, brand: type, last4, month, year } = doc.card;
  const card = { name, type, last4, month, year, codeOnFile };
  const place = { poBox, ...(streetConfirmed && { streetConfirmed }) };
  return { profileId, profileName, email, phone, shipping, billing, card, matchInfo, ...place };
}
