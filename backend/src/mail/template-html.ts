import { escaped } from '../http/markup.js';
import {
  CALENDAR,
  FOOTER,
  type MailTemplate,
  oneLine,
  RECEIPT,
  SENDER,
  supportLine,
  type TicketView,
} from './mail-template.js';

class Html {
  constructor(readonly markup: string) {}
}
type Part = Html | Html[] | string | null;

function markupOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return part.map(({ markup }) => markup).join('');
  return escaped(part);
}

function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(markupOf)));
}

// Mail programs support style sheets and web fonts poorly: styles are inline, with installed fallbacks.
const INK = '#0B0B0C';
const PAPER = '#F5F2EB';
const VOLT = '#D6FF3D';
const GREY = '#5C5A55';
const SANS = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";
const MONO = "'Martian Mono',ui-monospace,Menlo,Consolas,'Liberation Mono',monospace";
const CONDENSED = `font-family:Archivo,'Archivo Narrow','Arial Narrow','Liberation Sans Narrow',${SANS};font-weight:800;font-stretch:75%`;
const DARK_GREY = '#B4B1A9';
const SHEET = '#E7E4DE';
const DARK_SHEET = '#202021';
/** Programs without colour schemes ignore it: https://www.caniemail.com/features/css-at-media-prefers-color-scheme/ */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.ground{background:${INK}!important}.sheet{background:${DARK_SHEET}!important}
.text{color:${PAPER}!important}.grey{color:${DARK_GREY}!important}.edge{border-color:${PAPER}!important}}`;
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';
const table = new Html(TABLE);
const row = `padding:8px 16px;border-top:1px solid ${INK};font:13px/18px ${MONO};vertical-align:top`;

/** px; the file is twice as wide */
const PICTURE = { width: 220, height: 275 };

function pictureHtml({ address, alt }: NonNullable<TicketView['picture']>): Html {
  const { width, height } = PICTURE;
  return html`<tr><td class="sheet" style="padding:0;background:${SHEET};text-align:center">
<img src="${address}" alt="${alt}" width="${String(width)}" height="${String(height)}" class="text" style="display:block;margin:0 auto;border:0;width:${String(width)}px;max-width:100%;height:auto;font:12px/18px ${SANS};color:${INK}"></td></tr>
`;
}

function ticketHtml({ slot, product, rows, picture }: TicketView): Html {
  const stub = slot
    ? html`<td width="132" class="edge" style="padding:16px;background:${VOLT};border-left:2px dashed ${INK};vertical-align:middle;text-align:center">
<div style="font:11px/16px ${MONO};color:${INK}">Slot</div>
<div style="font:700 17px/24px ${MONO};color:${INK};white-space:nowrap">${slot}</div></td>`
    : null;
  return html`<table ${table} class="edge" style="margin:24px 0 0;border:1px solid ${INK};border-radius:2px;border-collapse:separate">
${picture ? pictureHtml(picture) : null}<tr><td style="padding:0"><table ${table}><tr><td class="text" style="padding:16px;${CONDENSED};font-size:23px;line-height:25px;color:${INK}">${product}</td>
${stub}</tr></table></td></tr>
<tr><td style="padding:0"><table ${table}>${rows.map(
    ([label, value]) =>
      html`<tr><td width="34%" class="edge grey" style="${row};color:${GREY}">${label}</td><td class="edge text" style="${row};color:${INK};word-break:break-word">${value}</td></tr>
`,
  )}</table></td></tr></table>`;
}

function actionHtml({ label, link }: MailTemplate['action']): Html {
  return html`<table ${table} style="margin:24px 0 0"><tr><td class="edge" style="background:${VOLT};border:1px solid ${INK};border-radius:2px;text-align:center">
<a href="${link}" style="display:block;padding:16px;font:700 16px/20px ${SANS};color:${INK};text-decoration:none">${label}</a></td></tr></table>
<p class="grey" style="margin:12px 0 0;font:12px/18px ${MONO};color:${GREY};word-break:break-all">${link}</p>`;
}

function linkHtml(label: string, link: string): Html {
  return html`<p class="text" style="margin:24px 0 0;font:14px/21px ${SANS};color:${INK}">${label}<br>
<a href="${link}" class="grey" style="font:11px/16px ${MONO};color:${GREY};word-break:break-all">${link}</a></p>
`;
}

function supportHtml(supportEmail: string, orderId: string | undefined): Html {
  const subject = orderId ? `?subject=${encodeURIComponent(`Order ${oneLine(orderId)}`)}` : '';
  return html`<br><a href="mailto:${supportEmail}${subject}" class="grey" style="color:${GREY}">${supportLine(supportEmail)}</a>`;
}

export function templateHtml(template: MailTemplate, supportEmail: string | null): string {
  const { subject, stamp, title, paragraphs, ticket, action, receipt, calendar, notes } = template;
  const say = (size: string) => (text: string) =>
    html`<p class="text" style="margin:12px 0 0;font:${size} ${SANS};color:${INK}">${text}</p>
`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title><style>${new Html(DARK)}</style></head>
<body class="ground" style="margin:0;padding:0;background:${PAPER}">
<table ${table} class="ground" style="background:${PAPER}"><tr><td align="center" style="padding:24px 16px">
<table ${table} style="max-width:560px;text-align:left"><tr><td>
<table ${table}><tr><td class="text" style="padding:0 0 12px;font:700 15px/20px ${SANS};color:${INK}">${SENDER}</td>
<td class="text" style="padding:0 0 12px;font:12px/20px ${MONO};color:${INK};text-align:right">${stamp}</td></tr></table>
<h1 class="edge text" style="margin:0;padding:24px 0 4px;border-top:1px solid ${INK};${CONDENSED};font-size:36px;line-height:38px;color:${INK}">${title}</h1>
${paragraphs.map(say('16px/24px'))}${ticket ? ticketHtml(ticket) : null}
${actionHtml(action)}${calendar ? linkHtml(CALENDAR, calendar) : null}${receipt ? linkHtml(RECEIPT, receipt) : null}
${notes.map(say('14px/21px'))}<p class="edge grey" style="margin:28px 0 0;padding:12px 0 0;border-top:1px solid ${INK};font:12px/18px ${SANS};color:${GREY}">${FOOTER}${supportEmail ? supportHtml(supportEmail, ticket?.orderId) : null}</p>
</td></tr></table></td></tr></table></body></html>
`.markup;
}
