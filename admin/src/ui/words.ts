import { defaultI18nProvider } from 'react-admin';

/** Texts of react-admin that would differ from the product's words. */
const WORDS: Readonly<Record<string, string>> = {
  'ra.notification.created': 'Created.',
  'ra.notification.updated': 'Saved.',
};

export const i18nProvider: typeof defaultI18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => WORDS[key] ?? defaultI18nProvider.translate(key, options),
};
