import { PAGE_DATA, type PageData } from '@supreme-access/contract/page-data.js';

let brought: Map<string, unknown> | undefined;

/** What the page brought of the API's answers, given once: whoever shows it asks again at once, for the page may have been kept. */
export function takeFromPage<T>(path: string): T | undefined {
  brought ??= new Map(Object.entries(readBlock()));
  const answer = brought.get(path);
  brought.delete(path);
  return answer as T | undefined;
}

function readBlock(): PageData {
  const text = document.getElementById(PAGE_DATA)?.textContent;
  return text ? JSON.parse(text) : {};
}
