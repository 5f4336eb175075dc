import type { Locale } from '@keyward/contract/locales';
import { mailTexts } from '#mail-texts/all.ts';
import type { MailKind } from '#mail-texts/texts.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => escapes[c] ?? c);
/** A name stands in one line, whatever was stored. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

const fill = (text: string, params: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => oneLine(params[name] ?? ''));

const font = `font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans CJK JP','Apple SD Gothic Neo','Malgun Gothic',sans-serif`;
const paragraph = (html: string, style = 'font-size:16px;line-height:1.6;color:#1f2937') =>
  `<p style="margin:0 0 16px;${style}">${html}</p>`;

/** One column, no images, nothing loaded: readable on a phone, in dark mode, and by a screen reader. */
function page(locale: Locale, title: string, blocks: readonly string[]): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px 24px;${font}">
${blocks.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}

const button = (link: string, label: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:#1864ab"><a href="${link}" style="display:inline-block;padding:14px 28px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:8px">${label}</a></td></tr></table>`;

/**
 * Subject, HTML and plain text of a mail. Params are text: they are escaped, and stay within their line.
 * @param link where the button goes; the kinds without one leave it out.
 */
export function renderMail(
  kind: MailKind,
  locale: Locale,
  params: Readonly<Record<string, string>>,
  link: string | undefined,
): { subject: string; html: string; text: string } {
  const words = mailTexts[locale];
  const { subject, heading, body, button: label, notes } = words[kind];
  const say = (text: string) => fill(text, params);
  const html = (text: string) => escapeHtml(say(text));
  const small = 'font-size:14px;line-height:1.6;color:#4b5563';
  const linked =
    link && label
      ? [
          button(escapeHtml(link), html(label)),
          paragraph(
            `${html(words.linkHelp)}<br><a href="${escapeHtml(link)}" style="color:#1864ab;word-break:break-all">${escapeHtml(link)}</a>`,
            small,
          ),
        ]
      : [];
  return {
    subject: say(subject),
    html: page(locale, html(subject), [
      `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.35;color:#111827">${html(heading)}</h1>`,
      paragraph(html(words.greeting)),
      ...body.map((text) => paragraph(html(text))),
      ...linked,
      ...notes.map((text) => paragraph(html(text), small)),
      `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e5e7eb;font-size:13px;line-height:1.6;color:#6b7280">${html(words.footer)}</p>`,
    ]),
    text: [
      say(words.greeting),
      ...body.map(say),
      ...(link && label ? [`${say(label)}\n${link}`] : []),
      ...notes.map(say),
      `-- \n${say(words.footer)}`,
    ].join('\n\n'),
  };
}
