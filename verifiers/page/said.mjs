/** What the page says of what holds, and of what was not checked, a line each. */

const holds = (text) => ({ mark: 'Holds', text });
/** `but`: what the headline says of it */
const open = (text, but) => ({ mark: 'Not checked', text, ...(but && { but }) });
const counted = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const events = (count) => counted(count, 'event', 'events');
const when = (at) => new Date(at).toUTCString();

const NO_SIGNATURES = open(
  'Signatures: this browser has no Ed25519. Use Chrome 137, Firefox 129, Safari 17 or newer, or verifiers/verify.mjs.',
  'signatures could not be checked',
);
const PERSONAL = open('What the sealed personal texts say: nothing here can open them.');

/** What stands above the first wrong event, by the word that docs/log-format.md has for it. */
const WRONG = {
  'CUT OFF': 'The end is missing.',
  CHANGED: 'Something was changed.',
  INSERTED: 'Something was added.',
  REORDERED: 'The order was changed.',
  REMOVED: 'Something was removed.',
  FORKED: 'There are two versions.',
  SEAL: 'A seal or a signature is not genuine.',
};

/** What stands above all that is said of a part. */
export function headlineOf({ findings: [first], lines, unusable }) {
  if (first) return WRONG[Object.keys(WRONG).find((word) => first.startsWith(`${word} `))];
  if (unusable) return 'It could not be checked.';
  const buts = lines.flatMap(({ but }) => but ?? []);
  return buts.length > 0 ? `It holds, but ${buts.join(', and ')}.` : 'It holds.';
}

function trust(keyIds, { isSigned, isPinned }) {
  if (!isSigned) return [NO_SIGNATURES];
  const keys = [...new Set(keyIds)].join(', ');
  if (isPinned) return [holds(`Every signature is of a key that you gave, or of one that it vouches for: ${keys}.`)];
  return [
    holds(`Every signature is of key ${keys}.`),
    open(`Whose key that is: compare ${keys} with the id that you noted before, or enter the public key above.`),
  ];
}

function acceptedLines(places) {
  const but = `${events(places.length)} ${places.length === 1 ? 'was' : 'were'} accepted as damaged`;
  return places.map((place, index) =>
    open(`${place}: an operator accepted it as damaged, and the log says so.`, index === 0 && but),
  );
}

export function saidOfExport(log, { seals, isSigned }, { isPart, isPinned, isCompared }) {
  const count = log.entries.length;
  const last = seals.at(-1);
  const lines = [holds(`Every chain: ${events(count)} in ${counted(log.streams, 'stream', 'streams')}.`)];
  if (isCompared) lines.push(holds('The two exports are of one log: the shorter is how the longer begins.'));
  lines.push(...acceptedLines(log.accepted));
  if (!last)
    return [
      ...lines,
      open('Seals: there is none. A log that was written anew as a whole would look like this.'),
      PERSONAL,
    ];
  const which = `${counted(seals.length, 'seal', 'seals')}, the last one number ${last.number} of ${when(last.at)}`;
  if (isPart) lines.push(open(`${which}: only a whole log can be compared with them.`));
  else {
    lines.push(holds(`${which}, over the first ${events(last.size)}.`));
    if (count > last.size)
      lines.push(open(`The ${events(count - last.size)} after that: a later seal will count them.`));
  }
  return [
    ...lines,
    ...trust(
      seals.map(({ keyId }) => keyId),
      { isSigned, isPinned },
    ),
    PERSONAL,
  ];
}

function counts({ event, seal }) {
  return holds(
    `Seal ${seal.number} of ${when(seal.at)} counts ${event.type}, ${event.stream} revision ${event.revision}, as one of ${events(seal.size)}.`,
  );
}

export function saidOfProof({ event, seal, consistency, isSigned }, isPinned) {
  const lines = [
    holds(`The hash of ${event.type}, ${event.stream} revision ${event.revision}.`),
    counts({ event, seal }),
  ];
  if (consistency) {
    const [first, second] = [seal.number, consistency.number].sort((a, b) => a - b);
    lines.push(holds(`Seal ${second} counts all that seal ${first} counted, unchanged.`));
  } else lines.push(open('Whether a later seal counts the same: this proof says nothing of one.'));
  lines.push(open('Whether the figures in it are right: an auditor checks them against the whole log.'));
  return [
    ...lines,
    ...trust(
      [seal, ...(consistency ? [consistency] : [])].map(({ keyId }) => keyId),
      { isSigned, isPinned },
    ),
  ];
}

export function saidOfReceipt({ promise, keyId, isSigned }, seal, isPinned) {
  const lines = [holds(`It is a slot receipt of order ${promise.orderId}, reserved ${when(promise.at)}.`)];
  if (seal)
    lines.push(holds(`Seal ${seal.number} of ${when(seal.at)} counts the slot, as one of ${events(seal.size)}.`));
  else
    lines.push(
      open(`Whether a seal counts the slot: one must by ${when(promise.sealedBy)}. The order's page has that proof.`),
    );
  return [...lines, ...trust([keyId], { isSigned: isSigned && seal?.isSigned !== false, isPinned })];
}

export function saidOfBundle({ orderId, slot, receipt, mails, others, keyIds, isSigned, ...log }, isPinned) {
  const lines = [
    holds(
      `Every chain of order ${orderId} and its mails: ${events(log.events)} in ${counted(log.streams, 'stream', 'streams')}.`,
    ),
  ];
  lines.push(...acceptedLines(log.accepted));
  if (slot) lines.push(counts(slot));
  else lines.push(open('The slot: no seal counts it yet, or the order never had one.'));
  if (receipt) lines.push(holds(`The receipt is of this order's slot, reserved ${when(receipt.at)}.`));
  const sealed = log.events - log.unsealed;
  if (sealed > 0) lines.push(holds(`Seals count ${events(sealed)} of them.`));
  if (log.unsealed > 0) {
    const but = `${events(log.unsealed)} ${log.unsealed === 1 ? 'is' : 'are'} in no seal`;
    lines.push(open(`${events(log.unsealed)}: no seal counts ${log.unsealed === 1 ? 'it' : 'them'} yet.`, but));
  }
  if (mails > 0) lines.push(open(`${counted(mails, 'mail', 'mails')}: a copy, which nothing signs.`));
  if (others.length > 0) lines.push(open(`Not of a bundle: ${others.join(', ')}.`));
  return [...lines, ...(keyIds.length > 0 ? trust(keyIds, { isSigned, isPinned }) : []), PERSONAL];
}
