import { emptyElements } from './empty-elements.ts';
import { markTags } from './mark-tags.ts';
import { createPositions } from './position.ts';

/** `html` is the text to serve, `file` the text on disk. Returns `html` unchanged where their bodies differ. */
export async function markHtml(html: string, file: string, path: string): Promise<string> {
  const shift = bodyShift(html, file);
  if (shift === null) return html;
  const positionAt = createPositions(file);
  const elements = emptyElements(html) ?? (await import('./markup.ts')).bodyElements(html);
  return markTags(html, elements, path, (offset) => positionAt(offset - shift)).toString();
}

/** How much later the body starts in `html`, to whose head other plugins may have added tags; `null` when the bodies differ. */
function bodyShift(html: string, file: string): number | null {
  if (html === file) return 0;
  const [start, startInFile] = [html, file].map((text) => text.search(/<body[\s>]/i));
  if (start === undefined || startInFile === undefined || start === -1 || startInFile === -1) return null;
  return html.slice(start) === file.slice(startInFile) ? start - startInFile : null;
}
