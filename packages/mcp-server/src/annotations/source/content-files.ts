/** The files of a project that may contain the text of its pages. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const contentTypes = new Set(
  [
    '.md .mdx .markdown .mdoc .html .htm .xhtml .astro .svelte .vue .jsx .tsx .js .ts .mjs .json .yml .yaml .txt',
    '.njk .liquid .hbs .handlebars .mustache .pug .ejs .eta',
    // Templates of servers in other languages, and code in which these write HTML and messages.
    '.erb .haml .slim .rb .php .phtml .twig .latte .heex .eex .leex .ex .jinja .jinja2 .j2 .django .mako .py .po',
    '.tmpl .gohtml .gotmpl .templ .cshtml .razor .jsp .jspx .ftl .ftlh .vm .jte .gsp .properties',
  ].flatMap((types) => types.split(' ')),
);
/** By name, in every folder. */
const skipped = new Set(
  'node_modules dist build out coverage vendor venv __pycache__ site-packages _build'.split(' '),
);
/** From the root: dependencies, and copies of templates that a server has compiled. */
const skippedPaths = new Set(['deps', 'storage/framework', 'target', 'tmp', 'var/cache']);
const maxFiles = 5_000;
const maxFileBytes = 1_000_000;

export interface ContentFile {
  /** Relative to the root, `/` separators. */
  readonly file: string;
  readonly text: string;
  /** With its dot. */
  readonly extension: string;
}

/** Reads the files until the time for a search is over. `storeFile` (absolute) has copies of texts and not their source. */
export async function* readContentFiles(
  root: string,
  storeFile: string | undefined,
): AsyncGenerator<ContentFile> {
  const deadline = performance.now() + maxSearchMs;
  for await (const path of contentFiles(root)) {
    if (performance.now() > deadline) return;
    if (path === storeFile) continue;
    const text = await readFile(path, 'utf8').catch(() => '');
    yield { file: pathIn(root, path), text, extension: extname(path) };
  }
}

const maxSearchMs = 5_000;

/** Does not follow symbolic links, and skips what cannot be read. */
async function* contentFiles(root: string): AsyncGenerator<string> {
  const folders = [root];
  let left = maxFiles;
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!isSkipped(entry.name, pathIn(root, path))) folders.push(path);
      } else if (
        entry.isFile() &&
        contentTypes.has(extname(entry.name)) &&
        (await isSmall(path)) &&
        left-- > 0
      )
        yield path;
    }
  }
}

function isSkipped(name: string, path: string): boolean {
  return name.startsWith('.') || skipped.has(name) || skippedPaths.has(path);
}

function pathIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Whether a file is unlikely to be the source of page text: data, exports and tests. */
export function isUnlikelySource(path: string): boolean {
  return /\.(?:json|ya?ml|txt)$|\.(?:test|spec)\.\w+$|(?:^|\/)(?:tests?|__tests__|e2e|fixtures?)\//.test(
    path,
  );
}

/** Whether a file is code of a server, which may write HTML but more often only names what a template shows. */
export function isServerCode(path: string): boolean {
  return /\.(?:rb|py|ex|properties)$|(?<!\.blade)\.php$/.test(path);
}

async function isSmall(path: string): Promise<boolean> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => Infinity,
  );
  return size <= maxFileBytes;
}
