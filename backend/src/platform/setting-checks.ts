/** The setting of that name; null where it is not set, or empty. */
export type Text = (name: string) => string | null;
/** Notes what is wrong with a setting: what it must be, never what it is. */
export type Check = (name: string, isFine: boolean, wanted: string) => void;

export function readOrigin(name: string, url: string | null, check: Check): string | null {
  const isOrigin = url === null || !URL.canParse(url) || new URL(url).origin === url;
  check(name, isOrigin, 'must be a scheme and a host name, without a path');
  return url;
}

export function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

export function isJsonObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
