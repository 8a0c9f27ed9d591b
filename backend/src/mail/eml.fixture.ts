export interface ReadMail {
  headers: Map<string, string>;
  text: string;
  html: string;
}

function bytesOf(encoded: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(encoded, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(encoded);
  const joined = encoded.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function decodedWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, way: string, word: string) =>
      way.toUpperCase() === 'B'
        ? bytesOf(word, 'base64').toString()
        : bytesOf(word.replaceAll('_', ' '), 'quoted-printable').toString(),
    );
}

function split(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), decodedWords(value.join(': '))];
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

export function readEml(source: string): ReadMail {
  const { headers, body } = split(source);
  const boundary = /boundary="(.+?)"/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const content = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    return part ? bytesOf(part.body, part.headers.get('content-transfer-encoding') ?? '7bit').toString() : '';
  };
  return {
    headers,
    text: content('text/plain').replaceAll('\r\n', '\n'),
    html: content('text/html').replaceAll('\r\n', '\n'),
  };
}
