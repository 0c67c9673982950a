/** Turns Markdown into Preact nodes without HTML in between, so text can never become markup. */
import markdownIt, { type Token } from 'markdown-it';
import { type ComponentChild, h } from 'preact';

const reader = markdownIt({ html: false, linkify: false, breaks: true });

/** How the path of a file is shown. */
export type ShowFile = (path: string) => ComponentChild;

export function markdownNodes(text: string, showFile: ShowFile): ComponentChild[] {
  return build(reader.parse(text, {}), showFile);
}

/** The words of a Markdown text in one line, without its markup: for a place that shows only the beginning of it. */
export function markdownText(text: string): string {
  return reader
    .parse(text, {})
    .flatMap((token) => (token.nesting === 0 ? [wordsOf(token)] : []))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function wordsOf({ type, content, children }: Token): string {
  return type === 'inline' ? inlineWords(children ?? []) : content;
}

/** Emphasis that begins inside of a word keeps its signs: in `2*3*4` they are meant as they are. */
function inlineWords(tokens: readonly Token[]): string {
  const signs: string[] = [];
  let words = '';
  for (const { type, content, markup, nesting } of tokens) {
    const isEmphasis = type.startsWith('em_') || type.startsWith('strong_');
    if (isEmphasis && nesting === 1) signs.push(/[\p{L}\p{N}]$/u.test(words) ? markup : '');
    if (isEmphasis) words += nesting === 1 ? (signs.at(-1) ?? '') : (signs.pop() ?? '');
    else words += type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
  }
  return words;
}

interface Open {
  tag: string;
  props: Record<string, string>;
  children: ComponentChild[];
}

function build(tokens: readonly Token[], showFile: ShowFile): ComponentChild[] {
  const root: Open = { tag: '', props: {}, children: [] };
  const stack: Open[] = [];
  const top = () => stack.at(-1) ?? root;
  for (const token of tokens) {
    if (token.nesting === 1) stack.push(opened(token));
    else if (token.nesting === 0) top().children.push(...leaf(token, showFile));
    else {
      const closed = stack.pop();
      if (closed)
        top().children.push(closed.tag ? h(closed.tag, closed.props, closed.children) : closed.children);
    }
  }
  return root.children;
}

function opened(token: Token): Open {
  // A paragraph in a tight list has no tag of its own.
  if (token.hidden) return { tag: '', props: {}, children: [] };
  if (token.type !== 'link_open') return { tag: token.tag, props: {}, children: [] };
  const href = String(token.attrGet('href') ?? '');
  const safe = /^(https?:|mailto:)/i.test(href);
  const props = safe ? { href, rel: 'noopener noreferrer', target: '_blank' } : { title: href };
  return { tag: safe ? 'a' : 'span', props, children: [] };
}

function leaf(token: Token, showFile: ShowFile): ComponentChild[] {
  switch (token.type) {
    case 'inline':
      return build(token.children ?? [], showFile);
    case 'code_inline':
      return isFile(token.content) ? [showFile(token.content)] : [inlineCode(token.content)];
    case 'fence':
    case 'code_block':
      return [h('pre', {}, h('code', {}, token.content.replace(/\n$/, '')))];
    case 'softbreak':
    case 'hardbreak':
      return [h('br', {})];
    case 'hr':
      return [h('hr', {})];
    // No address in a text is fetched, so a picture is shown as its description.
    case 'image':
      return [token.content];
    default:
      return withFiles(token.content, showFile);
  }
}

/** Fits on a line of the narrowest panel. */
const shortCode = 32;

function inlineCode(text: string): ComponentChild {
  return h('code', text.length <= shortCode ? { class: 'nga-code-short' } : {}, text);
}

/** `src/app/card.ts:12`, `card.component.html:3:7`; a name without a folder only with its line. */
const file = /(?:[\w@.-]+\/)+[\w-][\w.-]*\.[a-z]\w{0,9}(?::\d+){0,2}|[\w-][\w.-]*\.[a-z]\w{0,9}:\d+(?::\d+)?/;
const files = new RegExp(`(?<![\\w/:.@-])(${file.source})(?![\\w/])`, 'i');

function isFile(text: string): boolean {
  return new RegExp(`^(?:${file.source})$`, 'i').test(text);
}

function withFiles(text: string, showFile: ShowFile): ComponentChild[] {
  return text.split(files).map((part, at) => (at % 2 === 1 ? showFile(part) : part));
}
