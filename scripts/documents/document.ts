/** Reads a Markdown document into what the checks look at: its links, anchors, code blocks and code in sentences. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import GithubSlugger from 'github-slugger';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

export const repositoryFolder = join(import.meta.dirname, '../..');

/** A text of the document and its line there. */
export interface Passage {
  readonly text: string;
  readonly line: number;
}

export interface CodeBlock extends Passage {
  /** As the fence names it; empty without a name. */
  readonly language: string;
}

export interface Document {
  /** From the root of the repository. */
  readonly file: string;
  /** Addresses of links and pictures, those in HTML included. */
  readonly links: readonly Passage[];
  /** What `#…` can name, as GitHub and the site make it from headings. */
  readonly anchors: ReadonlySet<string>;
  readonly blocks: readonly CodeBlock[];
  /** Code inside of sentences and tables. */
  readonly spans: readonly Passage[];
}

const patterns = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'];

export function readDocuments(): Document[] {
  return globSync(patterns, { cwd: repositoryFolder })
    .sort()
    .map((file) => parseDocument(file, readFileSync(join(repositoryFolder, file), 'utf8')));
}

export function parseDocument(file: string, text: string): Document {
  const nodes = allIn(fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  const slugger = new GithubSlugger();
  return {
    file,
    links: nodes.flatMap(linksOf),
    anchors: new Set([
      ...nodes.filter(({ type }) => type === 'heading').map((heading) => slugger.slug(textOf(heading))),
      ...nodes.flatMap((node) => attributesOf(node, 'id').map(({ text: id }) => id)),
    ]),
    blocks: nodes.flatMap((node) =>
      node.type === 'code' ? [{ language: node.lang ?? '', text: node.value, line: lineOf(node) + 1 }] : [],
    ),
    spans: nodes.flatMap((node) =>
      node.type === 'inlineCode' ? [{ text: node.value, line: lineOf(node) }] : [],
    ),
  };
}

function allIn(node: Nodes): Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(allIn) : [])];
}

function linksOf(node: Nodes): Passage[] {
  if (node.type === 'link' || node.type === 'image' || node.type === 'definition')
    return [{ text: node.url, line: lineOf(node) }];
  return attributesOf(node, 'src|srcset|href');
}

/** The values of attributes in a piece of HTML; of other nodes none. */
function attributesOf(node: Nodes, names: string): Passage[] {
  if (node.type !== 'html') return [];
  return [...node.value.matchAll(new RegExp(`(?<=\\b(?:${names})=")[^"]+`, 'g'))].map(
    ({ 0: text, index }) => ({
      text,
      line: lineOf(node) + node.value.slice(0, index).split('\n').length - 1,
    }),
  );
}

function lineOf({ position }: Nodes): number {
  return position?.start.line ?? 0;
}
