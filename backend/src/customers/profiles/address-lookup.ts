import { hasState, toBillingAddress } from '@supreme-access/contract/addresses.js';
import { COUNTRIES } from '@supreme-access/contract/countries.js';
import type { Place } from '@supreme-access/contract/shapes/people.js';
import { Refused } from '../../event-sourcing/decider.js';
import { type Call, callsTo } from '../../http/outgoing/http-calls.js';
import { timeLeft } from '../../telemetry/request-context.js';
import { usPlaces } from './us-places.js';

const LIMIT = 5;
const QUERY_MIN = 3;
const QUERY_MAX = 200;
/** ms */
const DEADLINE = 2_000;

function placeFrom(input: Record<string, unknown>): Place | null {
  const address = toBillingAddress(input);
  if (!address) return null;
  const { line1, city, state, postal_code, country } = address;
  const shown = hasState(country) ? state : '';
  const label = [line1, city, `${shown} ${postal_code}`.trim(), COUNTRIES[country]].join(', ');
  return { label, address1: line1, city, state: shown, zip: postal_code, country };
}

/** A GeoJSON feature of Photon (https://github.com/komoot/photon). */
function fromPhoton(feature: unknown): Place | null {
  const { properties }: { properties?: unknown } = { ...(typeof feature === 'object' ? feature : null) };
  const fields: Record<string, unknown> = { ...(typeof properties === 'object' ? properties : null) };
  const street = fields.street ?? fields.name;
  if (typeof street !== 'string' || typeof fields.countrycode !== 'string') return null;
  const numberFirst = ['US', 'CA', 'GB', 'IE', 'FR', 'AU', 'LU', 'MT'].includes(fields.countrycode.toUpperCase());
  const parts = numberFirst ? [fields.housenumber, street] : [street, fields.housenumber];
  return placeFrom({
    address1: parts.filter((part) => typeof part === 'string').join(' '),
    city: fields.city ?? fields.town ?? fields.locality ?? fields.district,
    state: fields.state ?? fields.county ?? fields.city,
    zip: fields.postcode,
    country: fields.countrycode,
  });
}

/** Asks a configured Photon server; without one it completes zips and cities of the United States. */
export class AddressLookup {
  private readonly server: { api: URL; call: Call } | undefined;

  constructor(
    url?: string,
    private readonly deadline = DEADLINE,
  ) {
    if (url === undefined) return;
    const api = new URL('api', url.endsWith('/') ? url : `${url}/`);
    this.server = { api, call: callsTo(api.origin) };
  }

  /** @throws Refused 'places-unavailable' on a timeout or an invalid answer */
  async lookup(query: string, limit = LIMIT): Promise<Place[]> {
    const wanted = query.trim().slice(0, QUERY_MAX);
    if (wanted.length < QUERY_MIN) return [];
    if (!this.server) return usPlaces(wanted, limit);
    const url = new URL(this.server.api);
    url.search = new URLSearchParams({ q: wanted, limit: String(limit * 2) }).toString();
    const places = (await this.ask(url, this.server.call)).flatMap((feature) => fromPhoton(feature) ?? []);
    const byLabel = new Map(places.map((place) => [place.label, place]));
    return [...byLabel.values()].slice(0, limit);
  }

  private async ask({ pathname, search }: URL, call: Call): Promise<unknown[]> {
    try {
      const request = { method: 'GET', path: `${pathname}${search}`, headers: { accept: 'application/json' } } as const;
      const { status, text } = await call({ ...request, signal: AbortSignal.timeout(timeLeft(this.deadline)) });
      if (status !== 200 || text === undefined) throw new Error(`status ${status}`);
      const { features } = JSON.parse(text) as { features?: unknown };
      if (!Array.isArray(features)) throw new Error('no features');
      return features;
    } catch {
      throw new Refused('places-unavailable', 'unavailable', 'Address suggestions are not available right now.');
    }
  }
}
