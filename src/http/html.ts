const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** `text` as one paragraph of HTML, its lines kept; nothing of an empty one. */
export function paragraphOf(text: string): string {
  return text === '' ? '' : `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:42rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.4rem;line-height:1.3}
button{font:inherit;font-weight:600;padding:.8rem 1.6rem;border:0;border-radius:.5rem;background:#1a7f37;color:#fff}
code,pre{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
`;

/**
 * A whole page for people, without anything from elsewhere. `body` is HTML already; `style` is added to the common one;
 * `isFound` lets search engines show it.
 */
export function htmlPage(title: string, body: string, style = '', isFound = false): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="${isFound ? 'index' : 'noindex'}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** What a page of ours may load: its own styles; forms go back to where they came from. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;
