import { Injectable } from '@nestjs/common';
import { parseCardCode } from '@supreme-access/contract/card-codes.js';
import { TEXTS } from '@supreme-access/contract/texts.js';
import { InjectClock } from '../../config/tokens.js';
import { type CommandMetadata, Refused } from '../../event-sourcing/decider.js';
import { sha256 } from '../../event-sourcing/ids.js';
import { BrowserKeys, JweRefused } from '../../http/encryption/browser-keys.js';
import { CardVault, type GivenCode, ownCodeOf } from './card-vault.js';

export interface CodeForOrder {
  codeRecord: string;
  /** Durable when it resolves; idempotent. @throws Refused 'code-required' when the code was erased */
  keep(): Promise<void>;
}

export interface CodeSender {
  accountId: string | null;
  commandId: string;
}

@Injectable()
export class SecurityCodes {
  constructor(
    private readonly cards: CardVault,
    private readonly keys: BrowserKeys,
    @InjectClock() private readonly clock: () => number,
  ) {}

  /** Reads a code from a JWE (aud 'code'). @throws Refused 'card-invalid' */
  async ofJwe(orderId: string, jwe: string, { accountId, commandId }: CodeSender): Promise<CodeForOrder> {
    const request = {
      audience: 'code',
      commandId,
      now: this.clock(),
      ...(accountId ? { subject: accountId } : {}),
    } as const;
    const { code: typed } = await this.keys.open<{ code?: unknown }>(jwe, request).catch((error: unknown) => {
      throw error instanceof JweRefused ? new Refused('card-invalid', 'invalid', TEXTS.card) : error;
    });
    // A JSON number loses leading zeros.
    const code = typeof typed === 'string' ? parseCardCode(typed) : null;
    if (code === null) throw new Refused('card-invalid', 'invalid', TEXTS.card);
    return this.given(ownCodeOf(orderId, sha256(jwe)), { code, givenAt: this.clock() });
  }

  ofGuest(orderId: string, code: string, { requestHash }: CommandMetadata): CodeForOrder {
    return this.given(ownCodeOf(orderId, requestHash), { code, givenAt: this.clock() });
  }

  private given(codeRecord: string, given: GivenCode): CodeForOrder {
    const keep = async () => {
      if (!(await this.cards.keepOwnCode(codeRecord, given))) throw codeRequired();
    };
    return { codeRecord, keep };
  }

  onFile(records: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    return this.cards.codesOnFile(records);
  }

  async forget(record: string): Promise<void> {
    await this.cards.forget({ kind: 'code', record });
  }
}

export function codeRequired(): Refused {
  return new Refused('code-required', 'invalid', "Please enter your card's security code.");
}
