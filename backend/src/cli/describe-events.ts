import { join } from 'node:path';
import ts from 'typescript';
import { EVENT_SCHEMA } from '../server/event-schema.js';

const STREAMS = [
  { name: 'product-{productId}', file: 'catalogue/products/product.ts', union: 'ProductEvent' },
  { name: 'order-{orderId}', file: 'orders/order.ts', union: 'OrderEvent' },
  { name: 'account-{accountId}', file: 'customers/accounts/account.ts', union: 'AccountEvent' },
  { name: 'email-{hmac}', file: 'customers/accounts/email.ts', union: 'EmailEvent' },
  { name: 'profile-{profileId}', file: 'customers/profiles/profile.ts', union: 'ProfileEvent' },
  { name: 'promo-{code}', file: 'catalogue/promos/promo.ts', union: 'PromoEvent' },
  { name: 'purchase-{sha256}', file: 'releases/proofs/purchase.ts', union: 'PurchaseEvent' },
  { name: 'retailer-{retailerId}', file: 'retailers/directory/retailer-record.ts', union: 'RetailerEvent' },
  { name: 'check-{productId}', file: 'releases/checks/drop-check.ts', union: 'DropCheckEvent' },
  { name: 'drop-{productId}', file: 'audit/drops/drop-summary.ts', union: 'DropSummaryEvent' },
  { name: 'waiting-{profileId or accountId}', file: 'reservations/waitlist/lost-places.ts', union: 'LostPlacesEvent' },
  { name: 'stripe-{eventId}', file: 'stripe/inbox.ts', union: 'InboxEvent' },
  { name: 'invitation-{id}', file: 'customers/accounts/invitation.ts', union: 'InvitationEvent' },
  { name: 'mail-{about}:{kind}:{which}', file: 'mail/mail.ts', union: 'MailEvent' },
  { name: 'staff-all', file: 'customers/access/staff.ts', union: 'StaffEvent' },
  { name: 'session-{sid}', file: 'customers/access/session.ts', union: 'SessionEvent' },
  { name: 'totp-{accountId}', file: 'customers/access/second-factor.ts', union: 'SecondFactorEvent' },
  { name: 'audit-runs', file: 'audit/runs/audit-run.ts', union: 'AuditRunEvent' },
  { name: 'work-{kind}:{id}', file: 'jobs/parked-jobs.ts', union: 'ParkedWorkEvent' },
  { name: 'log-seals', file: 'audit/seals/seal.ts', union: 'SealEvent' },
  { name: 'vault-watermark', file: 'event-sourcing/watermark.ts', union: 'WatermarkEvent' },
  { name: 'damage-accepted', file: 'event-sourcing/acceptances.ts', union: 'AcceptanceEvent' },
  { name: 'system-installation', file: 'event-sourcing/installation.ts', union: 'InstallationEvent' },
] as const;

const HEAD = `# Events

Generated from the TypeScript unions by \`npm run docs:events\`; do not edit by hand.

Each stream holds the events below, in the past tense. Amounts are integer minor units, times are ms UTC. What lies under
\`personal\` is sealed with the key of the event's subject.
`;

const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
const DEEPEST = 4;

interface Field {
  name: string;
  type: string;
  meaning: string;
}

/** Renders docs/events.md from the sources under `root`, the repository. */
export function describeEvents(root: string): string {
  const fileOf = (file: string) => join(root, 'backend/src', file);
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'backend/tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    join(root, 'backend'),
  );
  const program = ts.createProgram(
    STREAMS.map(({ file }) => fileOf(file)),
    { ...options, noEmit: true, types: ['node'] },
  );
  const pages = STREAMS.map(({ name, file, union }) => {
    const source = program.getSourceFile(fileOf(file));
    const alias = source?.statements.find(
      (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === union,
    );
    if (!alias || !ts.isTypeAliasDeclaration(alias)) throw new Error(`no ${union} in ${file}`);
    const checker = program.getTypeChecker();
    return `\n## ${name}\n${membersOf(checker, alias.type)
      .map((member) => describeEvent(checker, member))
      .join('')}`;
  });
  return HEAD + pages.join('');
}

function membersOf(checker: ts.TypeChecker, node: ts.TypeNode): ts.TypeNode[] {
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((member) => membersOf(checker, member));
  const alias = ts.isTypeReferenceNode(node) && checker.getTypeFromTypeNode(node).aliasSymbol?.declarations?.[0];
  return alias && ts.isTypeAliasDeclaration(alias) ? membersOf(checker, alias.type) : [node];
}

function describeEvent(checker: ts.TypeChecker, node: ts.TypeNode): string {
  const type = checker.getTypeFromTypeNode(node);
  const memberType = (name: string) => {
    const member = checker.getPropertyOfType(type, name);
    return member && checker.getTypeOfSymbolAtLocation(member, node);
  };
  const [name, data] = [memberType('type'), memberType('data')];
  if (!name?.isStringLiteral() || !data) throw new Error(`${node.getText()} is no event`);
  const version = (EVENT_SCHEMA[name.value]?.length ?? 0) + 1;
  const head = `\n### ${name.value}${version > 1 ? ` (version ${version})` : ''}\n\n`;
  const fields = fieldsOf(checker, data, node);
  if (fields.length === 0) return `${head}No data.\n`;
  return `${head}| field | type | |\n|---|---|---|\n${fields.map(rowOf).join('\n')}\n`;
}

function fieldsOf(checker: ts.TypeChecker, type: ts.Type, node: ts.Node, prefix = '', depth = 0): Field[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const own = checker.getTypeOfSymbolAtLocation(property, node);
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const name = `${prefix}${property.name}`;
    const meaning = ts.displayPartsToString(property.getDocumentationComment(checker));
    const inner = depth < DEEPEST ? innerObject(checker, own) : undefined;
    const within = inner ? fieldsOf(checker, inner, node, `${name}.`, depth + 1) : [];
    const shown = within.length > 0 ? within : undefined;
    const text = shown ? (isNullable(own) ? 'object or null' : 'object') : textOf(checker, own, isOptional);
    const field = { name: isOptional ? `${name}?` : name, type: text, meaning };
    return [field, ...(shown ?? [])];
  });
}

function innerObject(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const isNothing = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0;
  const [one, ...others] = type.isUnion() ? type.types.filter((part) => !isNothing(part)) : [type];
  const isObject = one !== undefined && others.length === 0 && (one.flags & ts.TypeFlags.Object) !== 0;
  return isObject && !checker.isArrayLikeType(one) ? one : undefined;
}

function isNullable(type: ts.Type): boolean {
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
}

function textOf(checker: ts.TypeChecker, type: ts.Type, isOptional: boolean): string {
  const text = checker.typeToString(type, undefined, FORMAT);
  return isOptional ? text.replace(/ \| undefined$/, '') : text;
}

function rowOf({ name, type, meaning }: Field): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `| ${name} | \`${cell(type.replaceAll('"', "'"))}\` |${meaning ? ` ${cell(meaning)}` : ''} |`;
}
