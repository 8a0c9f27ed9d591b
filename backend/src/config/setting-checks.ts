import { compile } from '@fastify/proxy-addr';
import { parsePrice } from '@supreme-access/contract/money.js';

export type Text = (name: string) => string | null;
/** Records what a setting must be, never its value. */
export type Check = (name: string, isFine: boolean, wanted: string) => void;

export interface Setting<T> {
  says: string;
  initial: string;
  none: T;
  wanted: string;
  read(text: string): T | undefined;
  isSecret?: true;
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

/** minor units */
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
    const valid = read(value);
    return valid && valid === 'on';
  };
  return { ...row, none: initial === 'on', read: isOn };
}

export function email(initial: string | null, says: string): Setting<string | null> {
  const read = (value: string) => (EMAIL.test(value) ? value : undefined);
  return { says, initial: initial ?? '', none: initial, wanted: 'must be an email address', read };
}

const SENDER = /^(?:[^<>]*<[^@\s<>]+@[^@\s<>]+>|[^@\s<>]+@[^@\s<>]+)$/;

export function sender(initial: string, says: string): Setting<string> {
  const read = (value: string) => (SENDER.test(value) ? value : undefined);
  return { ...textOr(initial, says), wanted: 'must be an email address, or a name and <an address>', read };
}

export function list(says: string, allowed?: readonly string[]): Setting<string[]> {
  const read = (value: string) => {
    const all = value.split(',').flatMap((entry) => entry.trim() || []);
    return allowed && !all.every((one) => allowed.includes(one)) ? undefined : all;
  };
  return { says, initial: '', none: [], wanted: `must be some of ${allowed?.join(', ') ?? 'them'}`, read };
}

/** Addresses and CIDR ranges. */
export function proxies(says: string): Setting<string[]> {
  const { read, ...row } = list(says);
  const readProxies = (value: string) => {
    try {
      const all = read(value) ?? [];
      compile(all);
      return all;
    } catch {
      return undefined;
    }
  };
  return { ...row, wanted: 'must be addresses or CIDR ranges, with commas between them', read: readProxies };
}

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/;

export function hosts(says: string): Setting<string[]> {
  const { read, ...row } = list(says);
  const readHosts = (value: string) => {
    const all = read(value.toLowerCase());
    return all?.every((one) => HOST.test(one)) ? all : undefined;
  };
  return { ...row, wanted: 'must be host:port, with commas between them', read: readHosts };
}

export function url(says: string, protocols: readonly string[] = ['http:', 'https:']): Setting<string | null> {
  const read = (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value.replace(/\/$/, '') : undefined;
  return { says, initial: '', none: null, wanted: `must be a URL (${protocols.join(' ')})`, read, isAddress: true };
}

export function origin(says: string): Setting<string | null> {
  const { read, ...row } = url(says);
  const bare = (value: string) => {
    const valid = read(value);
    return valid && new URL(valid).origin === valid ? valid : undefined;
  };
  return { ...row, wanted: 'must be a scheme and a host name, without a path', read: bare };
}

export function store(says: string, pattern: RegExp, wanted: string): Setting<string | null> {
  const read = (value: string) => (pattern.test(value) ? value : undefined);
  return { says, initial: '', none: null, wanted, read, isAddress: true };
}
