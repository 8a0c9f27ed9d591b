import { i18nProvider } from './words.js';

describe("the library's words", () => {
  it('speak of no elements', () => {
    expect(i18nProvider.translate('ra.notification.created', { smart_count: 1 })).toBe('Created.');
    expect(i18nProvider.translate('ra.notification.updated', { smart_count: 1 })).toBe('Saved.');
  });

  it("are the library's own where they fit", () => {
    expect(i18nProvider.translate('ra.action.save')).toBe('Save');
  });
});
