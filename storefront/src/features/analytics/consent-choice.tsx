import { usePageSettings } from '../../api/page-settings.js';
import { giveConsent, useConsent } from './consent.js';

export function ConsentChoice() {
  const { data: settings } = usePageSettings();
  const consent = useConsent();
  if (!settings?.analytics || !consent) return null;
  return (
    <p className="mt-2">
      {consent === 'yes' ? 'You agreed.' : 'You did not agree.'}{' '}
      <button type="button" onClick={() => giveConsent(null)} className="min-h-11 underline">
        Change
      </button>
    </p>
  );
}
