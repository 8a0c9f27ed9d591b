import { PAGE_DATA, type PageData } from '@supreme-access/contract/limits.js';

/** By the block that brought them: what has not been taken yet. */
const brought = new WeakMap<Element, Map<string, unknown>>();

/** What the page brought of the API's answers, given once: whoever shows it asks again at once, for the page may have been kept. */
export function takeFromPage<T>(path: string): T | undefined {
  const block = document.getElementById(PAGE_DATA);
  if (!block) return undefined;
  const answers = brought.get(block) ?? new Map(Object.entries(read(block)));
  brought.set(block, answers);
  const answer = answers.get(path);
  answers.delete(path);
  return answer as T | undefined;
}

function read({ textContent }: Element): PageData {
  return textContent ? JSON.parse(textContent) : {};
}
