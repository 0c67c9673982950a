import { readFile } from 'node:fs/promises';

import MagicString from 'magic-string';
import type { ConfigEnv, Plugin } from 'vite';

import type { Project } from '../project.ts';

import { bodyElements } from './markup.ts';
import { attributeText, createPositions } from './position.ts';

/** Marks the elements of HTML files, before any other plugin has moved their lines. */
export function htmlAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:html-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const path = project()?.pathOf(filename) ?? null;
        const file = path === null ? null : await readFile(filename, 'utf8').catch(() => null);
        return path === null || file === null ? undefined : markHtml(html, file, path);
      },
    },
  };
}

/** `html` is what will be served, `file` what is on disk; unchanged where the two cannot be matched. */
export function markHtml(html: string, file: string, path: string): string {
  const shift = bodyShift(html, file);
  if (shift === null) return html;
  const positionAt = createPositions(file);
  const marked = new MagicString(html);
  for (const { start, nameEnd } of bodyElements(html)) {
    marked.appendLeft(nameEnd, attributeText(path, positionAt(start - shift)));
  }
  return marked.toString();
}

/** How much further the body begins in `html`: others may have put tags into its head already. `null` when the bodies differ. */
function bodyShift(html: string, file: string): number | null {
  if (html === file) return 0;
  const [start, startInFile] = [html, file].map((text) => text.search(/<body[\s>]/i));
  if (start === undefined || startInFile === undefined || start === -1 || startInFile === -1) return null;
  return html.slice(start) === file.slice(startInFile) ? start - startInFile : null;
}
