/** Makes a page of the site from a document of the repository: its links lead to other pages, or to the repository. */
import { posix } from 'node:path';

import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

import type { Page } from './pages.ts';

export interface SiteAddresses {
  /** Of the first page: `/`, or `/name/` below another site. */
  readonly base: string;
  /** Where the files of the repository can be read. */
  readonly repository: string;
  readonly pages: readonly Page[];
}

export function toPage({ source, slug }: Page, text: string, addresses: SiteAddresses): string {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const [heading] = tree.children;
  if (heading?.type !== 'heading' || heading.depth !== 1)
    throw new Error(`${source} does not begin with "# " and a title.`);
  const first = tree.children.find(({ type }) => type === 'paragraph');
  const start = offsetsOf(heading).end;
  const body = applyEdits(text, editsIn(tree, text, source, addresses)).slice(start);
  const frontMatter = {
    title: textOf(heading),
    description: first === undefined ? '' : shortened(textOf(first)),
    // With an empty slug the first page would get the name of its file.
    slug: slug === '' ? 'index' : slug,
    editUrl: `${addresses.repository}/edit/main/${source}`,
  };
  // JSON is YAML.
  return `---\n${JSON.stringify(frontMatter)}\n---\n${body}`;
}

const longestDescription = 160;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= longestDescription ? line : `${line.slice(0, longestDescription - 1)}…`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function editsIn(node: Nodes, text: string, source: string, addresses: SiteAddresses): Edit[] {
  if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
    const inner = 'children' in node ? node.children : [];
    return [
      ...inner.flatMap((child) => editsIn(child, text, source, addresses)),
      ...editOfAddress(node, text, source, addresses),
    ];
  }
  if (node.type === 'html') return editsOfHtml(node, source, addresses);
  return 'children' in node ? node.children.flatMap((child) => editsIn(child, text, source, addresses)) : [];
}

function editOfAddress(
  node: Nodes & { readonly url: string },
  text: string,
  source: string,
  addresses: SiteAddresses,
): Edit[] {
  const moved = movedAddress(node.url, source, addresses);
  if (moved === node.url) return [];
  const { end } = offsetsOf(node);
  // The address stands behind what is shown.
  const start = text.lastIndexOf(node.url, end);
  if (start < offsetsOf(node).start)
    throw new Error(`${source} has an address that cannot be found: ${node.url}`);
  return [{ start, end: start + node.url.length, text: moved }];
}

function editsOfHtml(node: Nodes & { readonly value: string }, source: string, to: SiteAddresses): Edit[] {
  const { start } = offsetsOf(node);
  return [...node.value.matchAll(/(?<=\b(?:src|srcset|href)=")[^"]+/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
    text: movedAddress(match[0], source, to),
  }));
}

function movedAddress(url: string, source: string, { base, repository, pages }: SiteAddresses): string {
  if (/^(?:[a-z][\w+.-]*:|#|\/)/i.test(url)) return url;
  const [path = '', ...hash] = url.split('#');
  const file = posix.join(posix.dirname(source), path);
  const anchor = hash.length === 0 ? '' : `#${hash.join('#')}`;
  // The list of guides is the sidebar.
  if (file === 'docs' || file === 'docs/' || file === 'docs/README.md') return base;
  const page = pages.find((each) => each.source === file);
  if (page !== undefined) return `${base}${page.slug === '' ? '' : `${page.slug}/`}${anchor}`;
  if (file.startsWith('docs/images/')) return `${base}${file.slice('docs/'.length)}`;
  return `${repository}/blob/main/${file}${anchor}`;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((done, { start, end, text: by }) => done.slice(0, start) + by + done.slice(end), text);
}

function offsetsOf({ position }: Nodes): { start: number; end: number } {
  const { start, end } = position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) throw new Error('A node has no position.');
  return { start: start.offset, end: end.offset };
}
