import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';

import { createParser } from '../../document/index.ts';

const parser = createParser();

/** What readers see of a text, by both parsers, without any of our comments. Slow, simple, and for tests alone. */
export function rendered(text: string): { html: string; tree: unknown } {
  const source = text.replace(/^\uFEFF/, '');
  return {
    // A line more or less beside a tag shows nothing; inside code the tree tells.
    html: parser
      .render(source)
      .replace(/<!-- mdrev(?::[^]*?|-data[^]*?)-->/g, '')
      .replace(/\s*\n\s*/g, '\n')
      .replace(/>\s+|\s+</g, (space) => space.trim())
      .trim(),
    tree: simplified(
      fromMarkdown(source, {
        extensions: [frontmatter(), gfm(), math()],
        mdastExtensions: [frontmatterFromMarkdown(), gfmFromMarkdown(), mathFromMarkdown()],
      }),
    ),
  };
}

function simplified(node: object): unknown {
  const { position: _, children, ...fields } = node as { position?: unknown; children?: object[] };
  if (children === undefined) return fields;
  return { ...fields, children: joinTexts(children.filter((child) => !isOurs(child)).map(simplified)) };
}

function isOurs(node: object): boolean {
  const { type, value } = node as { type: string; value?: string };
  return type === 'html' && /^<!-- mdrev[:-][^]*-->$/.test(value ?? '');
}

function joinTexts(children: unknown[]): unknown[] {
  const joined: unknown[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (isText(child) && isText(last))
      joined[joined.length - 1] = { ...last, value: last.value + child.value };
    else joined.push(child);
  }
  return joined;
}

function isText(node: unknown): node is { type: 'text'; value: string } {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'text';
}
