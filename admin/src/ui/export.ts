import { defaultExporter, type Exporter } from 'react-admin';

/** rows; the provider asks for them a page at a time */
export const EVERYTHING = 1_000_000;

/** What a spreadsheet takes for a formula, as the server's own exports know it. https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n\0]/;

/** react-admin's CSV of what a list reads: without what is said to the screens alone, and with nothing that a spreadsheet would run. */
export const exporter: Exporter = (records, ...others) => defaultExporter(records.map(plain), ...others);

export function plain(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => typeof value !== 'object' || value === null || Array.isArray(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(text) : text(value)]),
  );
}

const text = (value: unknown) => (typeof value === 'string' && FORMULA.test(value) ? `'${value}` : value);

export function saveJson(name: string, value: unknown): void {
  saveText(name, JSON.stringify(value, null, 2), 'application/json');
}

export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
