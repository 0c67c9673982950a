/** Escapes text between two tags. Control characters are removed: XML cannot contain them, and paths do not. */
export function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
