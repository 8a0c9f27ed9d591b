import { Injectable } from '@nestjs/common';
import { CHECK_LABELS, findingText } from '@supreme-access/contract/checks.js';
import type { CheckFinding } from '@supreme-access/contract/shapes/releases.js';
import { product } from '../../catalogue/products/product.js';
import type { Config } from '../../config/config.js';
import { InjectConfig, InjectEventLog, InjectSchema } from '../../config/tokens.js';
import { adminsOf, STAFF, staff } from '../../customers/access/staff.js';
import { account } from '../../customers/accounts/account.js';
import { accountsProjection } from '../../customers/accounts/accounts.projection.js';
import { currentData, type Schema } from '../../event-sourcing/codec.js';
import { Commands } from '../../event-sourcing/commands.js';
import { eventAt } from '../../event-sourcing/reading.js';
import { idsAbout, type MailName } from '../../mail/mail.js';
import {
  greeting,
  type MailData,
  type MailTemplate,
  type Moment,
  oneLine,
  shownTime,
} from '../../mail/mail-template.js';
import { type ComposedMail, type MailSource, MailSources } from '../../mail/mailing.js';
import { Reads } from '../../projections/reads.js';
import type { EventLog } from '../../stores/event-log/event-log.js';
import { CHECK_MAIL, type Checked } from './drop-check.js';
import { isAhead } from './drop-checks.js';

export interface CheckMailData {
  [CHECK_MAIL]: MailData & { productTitle: string; release: Moment; red: readonly CheckFinding[] };
}
export type CheckMailContent = { kind: typeof CHECK_MAIL } & CheckMailData[typeof CHECK_MAIL];

export function checkMailTemplate({ name, link, productTitle, release, red }: CheckMailContent): MailTemplate {
  return {
    subject: `Not ready for the release: ${oneLine(productTitle)}`,
    stamp: 'Check',
    title: 'This drop is not ready.',
    paragraphs: [
      ...greeting(name),
      `${oneLine(productTitle)} is released on ${shownTime(release)}.`,
      ...red.map((finding) => `${CHECK_LABELS[finding.check]}: ${findingText(finding)}`),
    ],
    ticket: null,
    action: { label: 'Open the product', link },
    notes: [
      'Fix this, then press "Check now" on the product page.',
      'Each release is also checked automatically 24 hours, 30 minutes and 5 minutes before it.',
    ],
  };
}

@MailSources()
@Injectable()
export class CheckMails implements MailSource {
  readonly kinds = [CHECK_MAIL];
  readonly write = checkMailTemplate;

  constructor(
    private readonly commands: Commands,
    private readonly reads: Reads,
    @InjectEventLog() private readonly log: EventLog,
    @InjectSchema() private readonly schema: Schema,
    @InjectConfig() private readonly config: Config,
  ) {}

  /** Null once the release has started or was moved, or when the account is no operator. */
  async compose(name: MailName): Promise<ComposedMail<CheckMailContent> | null> {
    const productId = idsAbout('check', name)[0] ?? '';
    const [revision = '', accountId = ''] = name.which.split('.');
    const event = await eventAt(this.log, name.about, Number(revision));
    const check = event && (currentData(event, this.schema) as unknown as Checked);
    const drop = await this.commands.state(product, productId);
    if (!check || !isAhead(drop) || drop.facts.releaseAt !== check.releaseAt) return null;
    const { releaseAt, releaseTz, productTitle } = drop.facts;
    const isOperator = adminsOf(await this.commands.state(staff, STAFF)).includes(accountId);
    const operator = isOperator ? await this.reads.get(accountsProjection, accountId) : undefined;
    if (!operator || operator.erased || operator.email === '' || releaseAt === null) return null;
    const { adminUrl, publicUrl } = this.config;
    const content: CheckMailContent = {
      kind: CHECK_MAIL,
      name: operator.name,
      link: `${adminUrl ?? publicUrl}/admin/products/${encodeURIComponent(productId)}/show`,
      productTitle,
      release: { at: releaseAt, zone: releaseTz ?? 'UTC' },
      red: check.findings.filter(({ level }) => level === 'red'),
    };
    return { to: operator.email, accountId, content, holder: `account-${accountId}` };
  }

  async isErased(_: MailName, accountId: string): Promise<boolean> {
    return (await this.commands.state(account, accountId)).closed;
  }
}
