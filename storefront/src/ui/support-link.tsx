import { usePageSettings } from '../api/page-settings.js';

/** The operator's support address, where one is set. `orderId` goes into the mail's subject. */
export function SupportLink({ orderId }: { orderId?: string }) {
  const address = usePageSettings().data?.supportEmail;
  if (!address) return null;
  const subject = orderId ? `?subject=${encodeURIComponent(`Order ${orderId}`)}` : '';
  return (
    <a href={`mailto:${address}${subject}`} className="font-medium wrap-anywhere">
      {orderId ? 'Ask about this order' : address}
    </a>
  );
}
