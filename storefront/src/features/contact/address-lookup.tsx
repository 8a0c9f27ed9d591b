import { LINE_MAX } from '@supreme-access/contract/limits.js';
import type { Place } from '@supreme-access/contract/shapes/people.js';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { api } from '../../api/api.js';
import { usePageSettings } from '../../api/page-settings.js';
import { TextField } from '../../ui/field.js';
import { atMost } from '../auth/register.js';
import type { AddressValues } from './address-values.js';

const REQUIRED = { required: 'This field is required.' };
const MIN_CHARACTERS = 4;

/** The address line with suggestions; choosing one fills the other fields. */
export function AddressLookup({ countries, className }: { countries: readonly string[]; className: string }) {
  const { register, watch, formState } = useFormContext<{ address: AddressValues }>();
  const fill = useFill();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = usePlaces(watch('address.address1'), open);
  const places = found.filter(({ country }) => countries.includes(country));
  const source = usePageSettings().data?.placesFrom;
  const isOurs = source === 'geonames' && watch('address.country') === 'US';
  const shown = open && places.length > 0;
  const choose = (place: Place) => {
    fill(place);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    const next = shown ? nextActive(event.key, active, places.length) : null;
    const place = shown && event.key === 'Enter' ? places[active] : undefined;
    if (next !== null || place) event.preventDefault();
    if (next !== null) setActive(next);
    if (place) choose(place);
  };
  const type = () => [setOpen(true), setActive(-1)];
  return (
    <div className={`relative ${className}`}>
      <TextField
        label="Address"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="address-line1"
        onKeyDown={onKeyDown}
        hint={isOurs ? 'Type street, comma, ZIP. We fill in the rest.' : undefined}
        error={formState.errors.address?.address1?.message}
        {...register('address.address1', {
          ...REQUIRED,
          validate: atMost(LINE_MAX),
          onChange: type,
          onBlur: () => setOpen(false),
        })}
      />
      <Places id={listId} places={shown ? places : []} active={active} choose={choose} source={source} />
    </div>
  );
}

const FOUND = ['country', 'address1', 'city', 'state', 'zip'] as const;

/** Sets the fields one by one: a watcher of one field is not called when its parent is set. */
function useFill() {
  const { setValue, formState } = useFormContext<{ address: AddressValues }>();
  return (place: Place) => {
    for (const name of FOUND)
      setValue(`address.${name}`, place[name], { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
}

/** The entry that an arrow key leads to in a list of `count`; -1 is the field itself, null any other key. */
export function nextActive(key: string, active: number, count: number): number | null {
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count;
  return null;
}

function usePlaces(text: string, wanted: boolean): Place[] {
  const query = useDeferredValue(text.trim());
  const { data = [] } = useQuery({
    queryKey: ['places', query],
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return api.get<Place[]>(`/api/places?q=${encodeURIComponent(query)}`);
    },
    enabled: wanted && query.length >= MIN_CHARACTERS,
    retry: false,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  return query.length >= MIN_CHARACTERS ? data : [];
}

interface PlacesProps {
  source: keyof typeof SOURCES | undefined;
  id: string;
  places: Place[];
  active: number;
  choose(place: Place): void;
}

/** The licences of the sources require this attribution. */
const SOURCES = {
  geonames: ['https://www.geonames.org', 'Places: GeoNames, CC BY 4.0'],
  openstreetmap: ['https://www.openstreetmap.org/copyright', 'Places: © OpenStreetMap contributors'],
} as const;

function Places({ id, places, active, choose, source }: PlacesProps) {
  const [href, credit] = source ? SOURCES[source] : [];
  return (
    <div hidden={places.length === 0} className="absolute inset-x-0 top-19 z-20 border border-fg bg-bg">
      <div id={id} role="listbox" aria-label="Addresses">
        {places.map((place, index) => (
          <div
            key={place.label}
            dir="auto"
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // A pointer press comes before blur, which closes the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(place);
            }}
            className="min-h-11 cursor-pointer border-b border-rule px-3 py-2.5 last:border-0 hover:bg-sheet aria-selected:bg-fg aria-selected:text-bg"
          >
            {place.label}
          </div>
        ))}
      </div>
      {credit && (
        // A pointer press comes before blur, which closes the list.
        <a
          href={href}
          rel="noreferrer"
          onPointerDown={(event) => event.preventDefault()}
          className="block px-3 py-1.5 text-mini text-muted"
        >
          {credit}
        </a>
      )}
    </div>
  );
}
