import { usePageSettings } from '../../api/page-settings.js';
import { Button } from '../../ui/button.js';
import { giveConsent, useConsent } from './consent.js';

export function ConsentBar() {
  const { data: settings } = usePageSettings();
  const consent = useConsent();
  if (!settings?.analytics || consent) return null;
  return (
    <section
      aria-label="Counting purchases"
      className="question gutter sticky bottom-0 z-20 border-t border-fg bg-bg py-3 sm:flex sm:items-center sm:gap-6"
    >
      <p className="max-w-prose text-sm">
        May we count your purchases with Google Analytics? It receives the product, size and price, but not your name,
        address or device.
      </p>
      <div className="mt-3 flex gap-3 sm:mt-0 sm:ml-auto">
        <Button variant="quiet" className="flex-1 sm:flex-none" onClick={() => giveConsent('no')}>
          Do Not Count
        </Button>
        <Button variant="quiet" className="flex-1 sm:flex-none" onClick={() => giveConsent('yes')}>
          Count
        </Button>
      </div>
    </section>
  );
}
