export const NO_REFUND = 'Orders shipped to PO boxes get no refund.';

export function PoBoxNote({ what }: { what: string }) {
  return (
    <p role="status" className="font-medium text-wait">
      {what} ships to a PO box. {NO_REFUND}
    </p>
  );
}
