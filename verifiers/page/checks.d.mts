/** What specs use of `checks.mjs`. */

export interface CheckedPart {
  title: string;
  findings: string[];
  lines: { mark: 'Holds' | 'Not checked'; text: string }[];
  unusable: string | null;
}

export function checkAll(
  files: readonly File[],
  options?: { key?: string; isPart?: boolean; progress?: (read: number, all: number) => void },
): Promise<CheckedPart[]>;
