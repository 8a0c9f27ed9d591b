import { parsePrice } from '@supreme-access/contract/money.js';

/** The setting of that name; null where it is not set, or empty. */
export type Text = (name: string) => string | null;
/** Notes what is wrong with a setting: what it must be, never what it is. */
export type Check = (name: string, isFine: boolean, wanted: string) => void;

/** A row of the table of settings. */
export interface Setting<T> {
  /** what it does, in one sentence */
  says: string;
  /** what holds where it is not set, as people would write it; '' where that is nothing */
  initial: string;
  /** the same, read */
  none: T;
  /** what it must be, as the end of a sentence */
  wanted: string;
  /** undefined for what it cannot be */
  read(text: string): T | undefined;
  /** Its value, or a part of it, opens something. */
  isSecret?: true;
  /** It is shown without who signs in there, and without its query. */
  isAddress?: true;
}

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

export function text(says: string): Setting<string | null> {
  return { says, initial: '', none: null, wanted: 'must be a text', read: (value) => value };
}

export function textOr(initial: string, says: string): Setting<string> {
  return { says, initial, none: initial, wanted: 'must be a text', read: (value) => value };
}

/** @param least characters */
export function secret(says: string, least = 1): Setting<string | null> {
  const wanted = `must have at least ${least} characters`;
  const read = (value: string) => (value.length >= least ? value : undefined);
  return { says, initial: '', none: null, wanted, read, isSecret: true };
}

export function whole(initial: number, [least, most]: readonly [number, number], says: string): Setting<number> {
  const wanted = `must be a whole number from ${least} to ${most}`;
  const read = (value: string) => {
    const number = Number(value);
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  };
  return { says, initial: String(initial), none: initial, wanted, read };
}

/** Money in minor units. */
export function amount(initial: string, says: string): Setting<number> {
  const wanted = 'must be an amount with at most two decimals';
  return { says, initial, none: parsePrice(initial) ?? 0, wanted, read: (value) => parsePrice(value) ?? undefined };
}

export function oneOf<T extends string>(initial: T, others: readonly T[], says: string): Setting<T> {
  const allowed = [initial, ...others];
  const wanted = `must be one of ${allowed.filter(Boolean).join(', ')}`;
  return { says, initial, none: initial, wanted, read: (value) => allowed.find((one) => one === value) };
}

export function onOff(initial: 'on' | 'off', says: string): Setting<boolean> {
  const { read, ...row } = oneOf<'on' | 'off'>(initial, initial === 'on' ? ['off'] : ['on'], says);
  const isOn = (value: string) => {
    const known = read(value);
    return known && known === 'on';
  };
  return { ...row, none: initial === 'on', read: isOn };
}

export function email(initial: string | null, says: string): Setting<string | null> {
  const read = (value: string) => (EMAIL.test(value) ? value : undefined);
  return { says, initial: initial ?? '', none: initial, wanted: 'must be an email address', read };
}

/** Texts with commas between them. `known`: those there are. */
export function list(says: string, known?: readonly string[]): Setting<string[]> {
  const read = (value: string) => {
    const all = value.split(',').flatMap((entry) => entry.trim() || []);
    return known && !all.every((one) => known.includes(one)) ? undefined : all;
  };
  return { says, initial: '', none: [], wanted: `must be some of ${known?.join(', ') ?? 'them'}`, read };
}

/** An address of http or https unless `protocols` are named, without a trailing slash. */
export function url(says: string, protocols: readonly string[] = ['http:', 'https:']): Setting<string | null> {
  const read = (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value.replace(/\/$/, '') : undefined;
  return { says, initial: '', none: null, wanted: `must be a URL (${protocols.join(' ')})`, read, isAddress: true };
}

export function origin(says: string): Setting<string | null> {
  const { read, ...row } = url(says);
  const bare = (value: string) => {
    const known = read(value);
    return known && new URL(known).origin === known ? known : undefined;
  };
  return { ...row, wanted: 'must be a scheme and a host name, without a path', read: bare };
}

/** The address of a store, whose hosts may be a list: no URL of the standard. */
export function store(says: string, pattern: RegExp, wanted: string): Setting<string | null> {
  const read = (value: string) => (pattern.test(value) ? value : undefined);
  return { says, initial: '', none: null, wanted, read, isAddress: true };
}
