/** What the shop and specs use of `proofs.mjs`. */

export interface Hashing {
  sha256(...parts: (string | Uint8Array)[]): Uint8Array;
  textOf(bytes: Uint8Array): string;
  bytesOf(text: string): Uint8Array;
  isSigned(x: string, text: string, signature: string): Promise<boolean | null>;
}

interface Seal {
  number: number;
  size: number;
  root: string;
  at: number;
}

interface ProvenEvent {
  stream: string;
  type: string;
  data: Readonly<Record<string, unknown>>;
}

interface Promised {
  orderId: string;
  stream: string;
  revision: number;
  hash: string;
  iss: string;
  at: number;
  sealedBy: number;
}

interface Path {
  index: number;
  size: number;
  path: readonly string[];
}

type Files = readonly { sealed: readonly { seal: object; place: string }[] }[];

export function checkProof(
  hashing: Hashing,
  proof: unknown,
  options?: { place?: string; pinned?: readonly string[]; files?: Files },
): Promise<{ event: ProvenEvent; seal: Seal; consistency: Seal | null; isSigned: boolean }>;
export function rootByInclusion(hashing: Hashing, hash: string, proof: Path): string | null;
export function isConsistent(
  hashing: Hashing,
  first: Pick<Seal, 'size' | 'root'>,
  second: Pick<Seal, 'size' | 'root'>,
  path: readonly string[],
): boolean;
export function readReceipt(
  hashing: Hashing,
  text: string,
): { keyId: string; text: string; signature: string; promise: Promised } | null;
export function checkReceipt(
  hashing: Hashing,
  text: string,
  publicKeys: readonly string[],
): Promise<{ promise: Promised; keyId: string; isSigned: boolean }>;
export function checkSlot(
  hashing: Hashing,
  promise: Pick<Promised, 'hash'>,
  slot: Path & { seal: object },
  published: { keys: readonly string[]; files: Files },
): Promise<Seal & { isSigned: boolean }>;
