import type { Locale } from '@keyward/contract/locales';
import { mailTexts } from '#mail-texts/all.ts';
import type { MailKind } from '#mail-texts/texts.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);
/** Keeps a name on one line, whatever its stored value contains. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** The lines of a parameter, without empty ones. */
const linesOf = (text = '') =>
  text
    .split(/\r?\n/)
    .map(oneLine)
    .filter((line) => line.trim() !== '');

const fill = (text: string, params: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => oneLine(params[name] ?? ''));

const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans CJK JP','Apple SD Gothic Neo','Malgun Gothic',sans-serif`;

/**
 * The portal's colours. Inline styles are for light mode and for mail programs that ignore style sheets; the style
 * sheet overrides them in dark mode.
 */
const kinds = {
  ground: ['background:#f6f6f9', 'background:#131317'],
  card: ['background:#ffffff', 'background:#1a1a20'],
  text: ['color:#1d1d26', 'color:#ececf1'],
  quiet: ['color:#636373', 'color:#a2a2b1'],
  link: ['color:#4a48b8', 'color:#aaaaed'],
  quoted: ['color:#1d1d26;border-left:3px solid #e5e5eb;padding-left:12px', 'color:#ececf1;border-color:#2e2e38'],
  foot: ['color:#636373;border-top:1px solid #e5e5eb', 'color:#a2a2b1;border-color:#2e2e38'],
} as const;
/** The attributes of an element of a kind, with additional styles. */
const styled = (kind: keyof typeof kinds, more = '') =>
  `class="${kind}" style="${kinds[kind][0]}${more ? `;${more}` : ''}"`;
const dark = Object.entries(kinds)
  .map(([kind, [, style]]) => `.${kind}{${style.replaceAll(/;|$/g, ' !important;')}}`)
  .join('');

const paragraph = (html: string, size = 16, kind: keyof typeof kinds = 'text') =>
  `<p ${styled(kind, `margin:0 0 16px;font-size:${size}px;line-height:1.6`)}>${html}</p>`;

const bullets = (items: readonly string[]) =>
  `<ul ${styled('text', 'margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:1.6')}>${items
    .map((item) => `<li>${item}</li>`)
    .join('')}</ul>`;

/** One column, no images, no external resources: readable on a phone, in dark mode, and with a screen reader. */
function page(locale: Locale, title: string, blocks: readonly string[]): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
<style>
:root{color-scheme:light dark}
:lang(ja),:lang(ko){word-break:auto-phrase}
:lang(ko){word-break:keep-all}
@media (prefers-color-scheme:dark){${dark}}
</style>
</head>
<body ${styled('ground', `margin:0;padding:0;${font}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled('ground')}><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${styled('card', 'max-width:520px;border-radius:12px;table-layout:fixed')}><tr><td style="padding:32px 24px;overflow-wrap:anywhere;${font}">
${blocks.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}

const button = (link: string, label: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:#5a58d0"><a href="${link}" style="display:inline-block;padding:14px 28px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px">${label}</a></td></tr></table>`;

const anchor = ({ name, address }: { name: string; address: string }) =>
  `<a href="${escapeHtml(address)}" ${styled('link')}>${escapeHtml(name)}</a>`;

type Figure = { name: string; figure: string; address: string };

/** The lines of `rows`, with the addresses of their pages. */
function figuresOf({ rows = '', pages = '', address = '' }: Readonly<Record<string, string>>): Figure[] {
  const paths = pages.split('\n');
  return rows.split('\n').flatMap((row, i) => {
    const [name = '', figure = ''] = row.split('\t').map(oneLine);
    return name === '' ? [] : [{ name, figure, address: paths[i] ? `${address}${paths[i]}` : '' }];
  });
}

const tableOf = (figures: readonly Figure[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">${figures
    .map(({ name, figure, address }) => {
      const label = address ? anchor({ name, address }) : escapeHtml(name);
      return `<tr><th scope="row" align="left" ${styled('text', 'padding:8px 16px 8px 0;font-size:16px;font-weight:400;line-height:1.6;text-align:left')}>${label}</th><td align="right" ${styled('text', 'padding:8px 0;font-size:16px;font-weight:600;line-height:1.6;text-align:right')}>${escapeHtml(figure)}</td></tr>`;
    })
    .join('')}</table>`;

/**
 * Subject, HTML and plain text of a mail. Params are plain text: they are escaped and kept on one line.
 * @param link the target of the button; kinds without a button ignore it.
 */
export function renderMail(
  kind: MailKind,
  locale: Locale,
  params: Readonly<Record<string, string>>,
  link: string | undefined,
): { subject: string; html: string; text: string } {
  const texts = mailTexts[locale];
  const { subject, heading, body, button: label, notes, list, table, quote, links } = texts[kind];
  const filled = (text: string) => fill(text, params);
  const greeting = params['name'] === undefined ? texts.greetingWithoutName : texts.greeting;
  const quoted = quote === undefined ? [] : linesOf(params['quote']);
  const further = (links?.items ?? []).map(({ name, to }) => ({
    name,
    address: `${params['address'] ?? ''}${params[to] ?? ''}`,
  }));
  const html = (text: string) => escapeHtml(filled(text));
  const items = list ? linesOf(params['lines']) : [];
  const figures = table ? figuresOf(params) : [];
  const pages = linesOf(params['paths']).map((path) => `${params['address'] ?? ''}${path}`);
  const linked =
    link && label
      ? [
          button(escapeHtml(link), html(label)),
          paragraph(
            `${html(texts.linkHelp)}<br><a href="${escapeHtml(link)}" ${styled('link', 'word-break:break-all')}>${escapeHtml(link)}</a>`,
            14,
            'quiet',
          ),
        ]
      : [];
  return {
    subject: filled(subject),
    html: page(locale, html(subject), [
      `<h1 ${styled('text', 'margin:0 0 16px;font-size:22px;line-height:1.35')}>${html(heading)}</h1>`,
      paragraph(html(greeting)),
      ...body.map((text) => paragraph(html(text))),
      ...(figures.length > 0 ? [tableOf(figures)] : []),
      ...(items.length > 0
        ? [bullets(items.map((name, i) => (pages[i] ? anchor({ name, address: pages[i] }) : escapeHtml(name))))]
        : []),
      ...(quote && quoted.length > 0
        ? [paragraph(`${html(quote)}<br>${quoted.map(escapeHtml).join('<br>')}`, 16, 'quoted')]
        : []),
      ...linked,
      ...(links ? [paragraph(`${html(links.text)} ${further.map(anchor).join(' · ')}`, 14, 'quiet')] : []),
      ...notes.map((text) => paragraph(html(text), 14, 'quiet')),
      `<p ${styled('foot', 'margin:24px 0 0;padding-top:16px;font-size:13px;line-height:1.6')}>${html(texts.footer)}</p>`,
    ]),
    text: [
      filled(greeting),
      ...body.map(filled),
      ...(figures.length > 0
        ? [
            figures
              .map(({ name, figure, address }) => `${name}: ${figure}${address ? `\n  ${address}` : ''}`)
              .join('\n'),
          ]
        : []),
      ...(items.length > 0 ? [items.map((item, i) => `- ${item}${pages[i] ? `\n  ${pages[i]}` : ''}`).join('\n')] : []),
      ...(quote && quoted.length > 0 ? [[filled(quote), ...quoted.map((line) => `> ${line}`)].join('\n')] : []),
      ...(link && label ? [`${filled(label)}\n${link}`] : []),
      ...(links ? [[filled(links.text), ...further.map(({ name, address }) => `${name}: ${address}`)].join('\n')] : []),
      ...notes.map(filled),
      `-- \n${filled(texts.footer)}`,
    ].join('\n\n'),
  };
}
