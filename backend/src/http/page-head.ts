import { escaped } from './markup.js';

export interface PageHead {
  status: 200 | 404;
  title?: string;
  description?: string;
  properties?: readonly (readonly [name: string, content: string])[];
  canonical?: string;
  isHidden?: boolean;
  blocks?: readonly DataBlock[];
  picture?: PreloadedPicture;
  isOpening?: boolean;
}

/** Must match its <img>, else it loads twice: https://html.spec.whatwg.org/multipage/links.html#link-type-preload */
export interface PreloadedPicture {
  address: string;
  source?: { type: string; srcset: string; sizes: string };
}

/** Browsers never execute it (https://html.spec.whatwg.org/multipage/scripting.html#data-block). */
export interface DataBlock {
  type: 'application/ld+json' | 'application/json';
  id?: string;
  value: unknown;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;

const OPENING = /<template id="opening">(.*?)<\/template>/s;

export function withHead(html: string, head: PageHead): string {
  const { title, description, properties = [], canonical, isHidden = false, blocks = [], picture, isOpening } = head;
  const added = [
    ...(isHidden ? ['<meta name="robots" content="noindex" />'] : []),
    ...(canonical === undefined ? [] : [`<link rel="canonical" href="${escaped(canonical)}" />`]),
    ...(picture === undefined ? [] : [preloadOf(picture)]),
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`),
    ...blocks.map(blockOf),
  ].join('\n    ');
  let page = html;
  if (title !== undefined) page = page.replace(TITLE, () => `<title>${escaped(title)}</title>`);
  if (description !== undefined) {
    page = page.replace(DESCRIPTION, () => `<meta name="description" content="${escaped(description)}" />`);
  }
  if (isOpening) page = page.replace(OPENING, (_, opening: string) => opening);
  return added === '' ? page : page.replace('</head>', () => `  ${added}\n  </head>`);
}

function preloadOf({ address, source }: PreloadedPicture): string {
  const link = '<link rel="preload" as="image" fetchpriority="high"';
  if (!source) return `${link} href="${escaped(address)}" />`;
  const { type, srcset, sizes } = source;
  return `${link} type="${type}" imagesrcset="${escaped(srcset)}" imagesizes="${escaped(sizes)}" />`;
}

/** Without `<` no value can end the element or open a comment. */
function blockOf({ type, id, value }: DataBlock): string {
  const json = JSON.stringify(value).replace(/</g, '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`;
}
