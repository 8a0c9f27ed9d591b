/** These are counts of characters of a title and of its longest word. */
const LONG_TITLE = 32;
const LONG_WORD = 14;

export function titleSize(title: string): 'text-title' | 'text-head' {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  return title.length > LONG_TITLE || longest > LONG_WORD ? 'text-head' : 'text-title';
}
