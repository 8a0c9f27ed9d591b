/** characters of a title, or of its longest word, from which it steps down */
const LONG_TITLE = 32;
const LONG_WORD = 14;

/** How large a title can stand: long ones, and long words, are a step smaller and so stay whole. */
export function titleSize(title: string): 'text-title' | 'text-head' {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  return title.length > LONG_TITLE || longest > LONG_WORD ? 'text-head' : 'text-title';
}
