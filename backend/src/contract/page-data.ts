/**
 * The id of the data block in which a page of the shop brings answers of the API with it: a JSON object whose names are paths as
 * they are asked for. Only what everybody may know, as it was when the page was sent.
 */
export const PAGE_DATA = 'page-data';

export type PageData = Readonly<Record<string, unknown>>;

/** How this shop is set up, as its pages ask for it. */
export interface PageSettings {
  /** with it, cards that pay are typed into Stripe's own fields; null: the built-in emulator takes them */
  stripePublishableKey: string | null;
  /** purchases are counted, of those who agree to it */
  analytics: boolean;
  /** whoever has no profile or no card is to finish the setup first */
  strictSetup: boolean;
  /** where shoppers forward a retailer's confirmation mail to; null: nowhere */
  inboundAddress: string | null;
  /** where people write to with questions; null: nothing is said of it */
  supportEmail: string | null;
  /** whose places complete addresses: ours made from GeoNames, or a Photon server's from OpenStreetMap */
  placesFrom: 'geonames' | 'openstreetmap';
}
