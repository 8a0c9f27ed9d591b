/** The visible lines of an HTML mail. Linear in its length. */
export function textOfHtml(html: string): string {
  const shown = ['script', 'style', 'head', 'title'].reduce(
    (rest, name) => without(rest, `<${name}`, `</${name}`),
    without(html, '<!--', '-->'),
  );
  return shown
    .replace(/[\r\n\t ]+/g, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6]|\/table|hr)\b[^<>]*>/gi, '\n')
    .replace(/<\/t[dh]\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => characterOf(name.toLowerCase()) ?? whole)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function without(text: string, beginning: string, end: string): string {
  const small = text.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  while (at < text.length) {
    const from = small.indexOf(beginning, at);
    if (from < 0) break;
    const isName = !/[a-z0-9]/.test(small[from + beginning.length] ?? '') || beginning === '<!--';
    if (!isName) {
      kept.push(text.slice(at, from + beginning.length));
      at = from + beginning.length;
      continue;
    }
    kept.push(text.slice(at, from));
    const to = small.indexOf(end, from);
    at = to < 0 ? text.length : to + end.length;
    if (to >= 0 && end !== '-->') at = Math.max(at, small.indexOf('>', to) + 1 || at);
  }
  return kept.join('') + text.slice(at);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  hyphen: '-',
  ndash: '-',
  mdash: '-',
  minus: '-',
  colon: ':',
  num: '#',
  ast: '*',
};

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name];
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
