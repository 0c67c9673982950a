/** As text between two tags. What XML has no way to write is left out: no path has it. */
export function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
