/** Source: github.com/mongodb/mongo, src/mongo/base/error_codes.yml */
const CODES = {
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  CommandNotFound: 59,
  ImmutableField: 66,
  IndexKeySpecsConflict: 86,
  NotWritablePrimary: 10107,
  WriteConflict: 112,
  OutOfDiskSpace: 14031,
  DuplicateKey: 11000,
} as const;

export class Refusal extends Error {
  readonly code: number;

  constructor(
    readonly codeName: keyof typeof CODES,
    message: string,
  ) {
    super(message);
    this.code = CODES[codeName];
  }
}
