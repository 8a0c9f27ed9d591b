import { i18nProvider } from './words.js';

describe('the texts of react-admin', () => {
  it('mention no elements', () => {
    expect(i18nProvider.translate('ra.notification.created', { smart_count: 1 })).toBe('Created.');
    expect(i18nProvider.translate('ra.notification.updated', { smart_count: 1 })).toBe('Saved.');
  });

  it('are unchanged where they fit', () => {
    expect(i18nProvider.translate('ra.action.save')).toBe('Save');
  });
});
