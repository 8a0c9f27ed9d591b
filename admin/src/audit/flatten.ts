/** `{a: {b: 1}, c: []}` as `a.b` 1 and `c` []: each value that holds no other under its path. */
export function flatten(value: object, prefix = ''): [path: string, content: unknown][] {
  return Object.entries(value).flatMap(([key, content]): [string, unknown][] => {
    const path = prefix ? `${prefix}.${key}` : key;
    const isNested = typeof content === 'object' && content !== null && Object.keys(content).length > 0;
    return isNested && !isPlainList(content) ? flatten(content, path) : [[path, content]];
  });
}

const isPlainList = (content: object) =>
  Array.isArray(content) && content.every((item) => typeof item !== 'object' || item === null);
