import type { Tree } from '@angular-devkit/schematics';

const path = '.gitignore';
const line = '.annotate/';

/** Adds `.annotate/` to .gitignore. The folder has a .gitignore of its own, but only once the store was created. */
export function addToGitignore(tree: Tree): boolean {
  const text = tree.read(path)?.toString() ?? '';
  if (/^\/?\.annotate\/?\s*$/m.test(text)) return false;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const after = `${text}${gap}# annotate-mcp${eol}${line}${eol}`;
  if (tree.exists(path)) tree.overwrite(path, after);
  else tree.create(path, after);
  return true;
}
