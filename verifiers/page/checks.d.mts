/** What specs use of `checks.mjs`. */

export interface CheckedPart {
  title: string;
  headline: string;
  findings: string[];
  lines: { mark: 'Holds' | 'Not checked'; text: string; but?: string }[];
  unusable: string | null;
}

export function checkAll(
  files: readonly File[],
  options?: { key?: string; isPart?: boolean; progress?: (read: number, all: number) => void },
): Promise<CheckedPart[]>;
