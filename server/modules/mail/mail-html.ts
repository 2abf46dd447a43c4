import { escapeHtml } from '#server/http/pages/page-document.ts';
import type { MailContent } from './mail-text.ts';

// Design tokens as literals: mail clients support no variables, and many no style sheets.
const INK = '#2E2520';
const INK_SOFT = '#594B41';
const INK_FAINT = '#6E5E53';
const PAPER = '#F7F2EB';
const SURFACE = '#FFFCF7';
const SUNKEN = '#EEE6DB';
const LINE = '#E3D9CC';
const PRIMARY = '#57473C';
const ON_PRIMARY = '#FFF9F0';
const LINEN = '#B4A69B';
const SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif";
const SANS = "'Segoe UI',Candara,system-ui,-apple-system,Roboto,Helvetica,Arial,sans-serif";

/** For clients with style sheets: dark theme, and no horizontal scrolling on phones. */
const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:32px 24px!important}}
@media (prefers-color-scheme:dark){
body,.page{background:#15110E!important}
.card{background:#201A16!important;border-color:#352C26!important}
.ink{color:#E4D6C7!important}.soft{color:#BDAD9E!important}.faint{color:#A09184!important}
.code{background:#15110E!important;color:#E4D6C7!important}
.rule{border-color:#352C26!important}
.button{background:#B4A69B!important;color:#1C1512!important}
}`;

export function renderMailHtml(content: MailContent): string {
  const { subject, preview, heading, paragraphs, notes, sender } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px">
<tr><td align="center" style="padding:0 0 24px">
<p class="soft" style="margin:0;font:400 19px/1.3 ${SERIF};color:${INK_SOFT};letter-spacing:.02em">${escapeHtml(sender.name)}</p>
<div style="width:28px;height:2px;margin:12px auto 0;background:${LINEN};border-radius:2px;font-size:0;line-height:0">&nbsp;</div>
</td></tr>
<tr><td class="card" style="padding:40px;background:${SURFACE};border:1px solid ${LINE};border-radius:20px">
<h1 class="ink" dir="auto" style="margin:0 0 16px;font:400 26px/1.25 ${SERIF};color:${INK}">${escapeHtml(heading)}</h1>
${paragraphs.map(renderParagraph).join('\n')}
${renderAction(content)}${renderCode(content)}${notes.map(renderNote).join('\n')}${renderRefusal(content)}
</td></tr>
<tr><td align="center" style="padding:24px 16px 0">
<p class="faint" style="margin:0;font:400 13px/1.6 ${SANS};color:${INK_FAINT}">${sender.address.map(escapeHtml).join('<br>')}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderParagraph(text: string): string {
  return `<p class="soft" dir="auto" style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK_SOFT}">${escapeHtml(text)}</p>`;
}

function renderNote(text: string): string {
  return `<p class="faint" dir="auto" style="margin:12px 0 0;font:400 14px/1.6 ${SANS};color:${INK_FAINT}">${escapeHtml(text)}</p>`;
}

function renderRefusal({ refusal }: MailContent): string {
  if (!refusal) return '';
  return `
<p class="faint" style="margin:12px 0 0;font:400 14px/1.6 ${SANS};color:${INK_FAINT}"><a class="faint" href="${escapeHtml(refusal.url)}" style="display:inline-block;padding:10px 0;color:${INK_FAINT};text-decoration:underline">${escapeHtml(refusal.label)}</a></p>`;
}

function renderAction({ action }: MailContent): string {
  if (!action) return '';
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0"><tr><td>
<a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:15px 30px;background:${PRIMARY};color:${ON_PRIMARY};border-radius:999px;font:600 16px/1.2 ${SANS};text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr></table>
`;
}

function renderCode({ code }: MailContent): string {
  if (!code) return '';
  return `<p class="soft" dir="auto" style="margin:0 0 12px;font:400 15px/1.6 ${SANS};color:${INK_SOFT}">${escapeHtml(code.label)}</p>
<p class="code" style="margin:0 0 24px;padding:18px;background:${SUNKEN};color:${INK};border-radius:14px;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.3em;text-align:center">${escapeHtml(code.digits)}</p>
<div class="rule" style="border-top:1px solid ${LINE};font-size:0;line-height:0">&nbsp;</div>
`;
}
