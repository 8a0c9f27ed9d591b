import { defaultI18nProvider } from 'react-admin';

/** What the library says in other words than the rest of the page. */
const WORDS: Readonly<Record<string, string>> = {
  'ra.notification.created': 'Created.',
  'ra.notification.updated': 'Saved.',
};

export const i18nProvider: typeof defaultI18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => WORDS[key] ?? defaultI18nProvider.translate(key, options),
};
