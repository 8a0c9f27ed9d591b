import { escaped } from './markup.js';

/** What the server writes into a built page for one address of it. */
export interface PageHead {
  status: 200 | 404;
  title?: string;
  description?: string;
  /** names and contents of <meta property>, in order */
  properties?: readonly (readonly [name: string, content: string])[];
  canonical?: string;
  /** kept out of search engines */
  isHidden?: boolean;
  blocks?: readonly DataBlock[];
  /** fetched with the page, before a script of it asks */
  picture?: PreloadedPicture;
  /** what the page keeps in `<template id="opening">` is shown at once */
  isOpening?: boolean;
}

/** As its <img> and <source> will ask for it: else it is fetched twice (https://html.spec.whatwg.org/multipage/links.html#link-type-preload). */
export interface PreloadedPicture {
  address: string;
  /** in several widths, in the first type that browsers take */
  source?: { type: string; srcset: string; sizes: string };
}

/** Data in a page: browsers execute none of it (https://html.spec.whatwg.org/multipage/scripting.html#data-block). */
export interface DataBlock {
  type: 'application/ld+json' | 'application/json';
  id?: string;
  value: unknown;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;

const OPENING = /<template id="opening">(.*?)<\/template>/s;

/** The page with its head written for one address. */
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

/** Without `<` nothing in it ends the element or opens a comment, whatever was typed. */
function blockOf({ type, id, value }: DataBlock): string {
  const json = JSON.stringify(value).replace(/</g, '\\u003c');
  return `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`;
}
