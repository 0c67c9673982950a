import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import type { Event, Extension, Token, TokenizeContext } from 'micromark-util-types';

import { keyOf } from '../rules/footnotes.ts';
import { decodeReference } from '../shown-text.ts';

import { mathText } from './math-text.ts';
import { addHtml, createTrace, type Trace, type TraceBuilder } from './trace.ts';

/**
 * What `source` shows as text according to micromark, with the origin of each character. `notes` are the labels of
 * all footnotes in the order of their numbers.
 */
export function traceOf(source: string, definitions: string, notes: readonly string[] = []): Trace {
  const walk = new TokenWalk(source, notes.map(keyOf));
  for (const [type, token, context] of eventsOf(source, definitions)) {
    if (token.start.offset >= source.length) break;
    if (type === 'enter') walk.enter(token, context);
    else walk.exit(token);
  }
  return walk.end();
}

/** Tokens whose content is markup, whatever tokens are inside. */
const hidden: ReadonlySet<string> = new Set([
  'codeFencedFence',
  'definition',
  'gfmFootnoteCall',
  'gfmFootnoteDefinitionLabel',
  'htmlText',
  'image',
  'mathFlowFence',
  'reference',
  'resource',
  'taskListCheck',
  'yamlFence',
]);

/** Tokens that are shown as they are. */
const copied: ReadonlySet<string> = new Set([
  'autolinkEmail',
  'autolinkProtocol',
  'codeFlowValue',
  'data',
  'htmlFlowData',
  'literalAutolinkEmail',
  'literalAutolinkHttp',
  'literalAutolinkWww',
  'mathFlowValue',
  'mathTextData',
  'yamlValue',
]);

/** How a line ending is shown, by the token around it; elsewhere it is not shown. */
const lineBreaks: Readonly<Record<string, string>> = {
  codeFenced: '\n',
  codeIndented: '\n',
  codeText: ' ',
  htmlFlow: '\n',
  mathFlow: '\n',
  mathText: '\n',
  paragraph: '\n',
  setextHeadingText: '\n',
  yaml: '\n',
};

/** Tokens whose first line ending belongs to the opening fence. */
const fenced: ReadonlySet<string> = new Set(['codeFenced', 'mathFlow', 'yaml']);
/** Tokens that the renderer ends with a line ending. */
const ended: ReadonlySet<string> = new Set([...fenced, 'codeIndented', 'htmlFlow']);

interface OpenToken {
  type: string;
  /** Line endings so far. */
  lines: number;
  /** The length of the trace before it. */
  from: number;
}

interface Table {
  columns: number;
  /** Of the current cell, from 1. */
  column: number;
}

class TokenWalk {
  readonly #source: string;
  readonly #labels: readonly string[];
  #trace = createTrace();
  /** The HTML block so far; its text is added when the block ends. */
  #html: TraceBuilder | null = null;
  readonly #openTokens: OpenToken[] = [];
  #hiddenDepth = 0;
  readonly #tables: Table[] = [];

  constructor(source: string, labels: readonly string[]) {
    this.#source = source;
    this.#labels = labels;
  }

  enter(token: Token, context: TokenizeContext): void {
    const type: string = token.type;
    if (this.#hiddenDepth === 0) this.#show(token, context);
    this.#countColumns(type);
    if (this.#isHidden(type)) this.#hiddenDepth += 1;
    if (type === 'htmlFlow') this.#html = createTrace();
    if (type in lineBreaks) this.#openTokens.push({ type, lines: 0, from: this.#target.length });
  }

  exit(token: Token): void {
    const type: string = token.type;
    if (this.#isHidden(type)) this.#hiddenDepth -= 1;
    if (type === 'table') this.#tables.pop();
    if (!(type in lineBreaks)) return;
    const closed = this.#openTokens.pop();
    if (closed !== undefined && ended.has(type)) this.#endLine(token.end.offset, closed);
    if (type === 'htmlFlow') this.#addHtml();
  }

  end(): Trace {
    this.#addHtml();
    return this.#trace.done();
  }

  #countColumns(type: string): void {
    if (type === 'table') this.#tables.push({ columns: 0, column: 0 });
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    if (type === 'tableRow') table.column = 0;
    if (type === 'tableHeader') table.columns += 1;
    if (type === 'tableData') table.column += 1;
  }

  /** Cells beyond the columns of the table are not shown. */
  #isHidden(type: string): boolean {
    const table = this.#tables.at(-1);
    return hidden.has(type) || (type === 'tableData' && table !== undefined && table.column > table.columns);
  }

  #show(token: Token, context: TokenizeContext): void {
    const { type } = token;
    const [start, end] = [token.start.offset, token.end.offset];
    if (copied.has(type)) this.#copy(context.sliceSerialize(token), start, end);
    else if (type === 'lineEnding' || type === 'lineEndingBlank') this.#breakLine(start);
    else if (type === 'characterEscape') this.#target.replace(this.#source.slice(start + 1, end), start, end);
    else if (type === 'characterReference')
      this.#target.replace(decodeReference(this.#source.slice(start, end)), start, end);
    else if (type === 'codeTextData') this.#showCode(start, end);
    else if (type === 'gfmFootnoteCall') this.#target.replace(this.#noteNumber(start, end), start, end);
  }

  get #target(): TraceBuilder {
    return this.#html ?? this.#trace;
  }

  /** A tab that is partly indentation is shown as spaces that the source does not have. */
  #copy(text: string, start: number, end: number): void {
    const surplus = Math.max(0, text.length - (end - start));
    this.#target.replace(text.slice(0, surplus), start, start);
    this.#target.copy(text.slice(surplus), start);
  }

  #breakLine(start: number): void {
    const inside = this.#openTokens.at(-1);
    const shown = inside === undefined ? undefined : lineBreaks[inside.type];
    if (inside === undefined || shown === undefined) return;
    inside.lines += 1;
    if (fenced.has(inside.type) && inside.lines === 1) return;
    this.#target.replace(shown, start, this.#afterLineEnding(start));
  }

  #endLine(offset: number, { type, from }: OpenToken): void {
    const isEnded = this.#target.length === from || this.#target.last === '\n';
    const end = this.#afterLineEnding(offset);
    if (fenced.has(type) ? isEnded : type === 'htmlFlow' && end === offset) return;
    this.#target.replace('\n', offset, end);
  }

  #afterLineEnding(offset: number): number {
    const ending = /^(?:\r\n?|\n)/.exec(this.#source.slice(offset, offset + 2));
    return offset + (ending?.[0].length ?? 0);
  }

  /** In a table the pipe of `a\|b` is escaped even inside code. */
  #showCode(start: number, end: number): void {
    let from = start;
    if (this.#tables.length > 0) {
      for (const { index } of this.#source.slice(start, end).matchAll(/\\\|/g)) {
        this.#target.copy(this.#source.slice(from, start + index), from);
        this.#target.replace('|', start + index, start + index + 2);
        from = start + index + 2;
      }
    }
    this.#target.copy(this.#source.slice(from, end), from);
  }

  #noteNumber(start: number, end: number): string {
    const label = keyOf(this.#source.slice(start + 2, end - 1));
    return `[${this.#labels.indexOf(label) + 1}]`;
  }

  #addHtml(): void {
    const html = this.#html?.done();
    this.#html = null;
    if (html !== undefined) addHtml(this.#trace, html);
  }
}

/** What micromark reads in `source`. Unlike markdown-it it knows where each character is. */
function eventsOf(source: string, definitions: string): Event[] {
  const document = `${source}\n\n${definitions}\n`;
  return postprocess(
    parse({ extensions: extensions() })
      .document()
      .write(preprocess()(document, undefined, true)),
  );
}

let made: Extension[] | undefined;

function extensions(): Extension[] {
  const { flow = {} } = math();
  made ??= [gfm({ singleTilde: false }), frontmatter(['yaml']), { flow }, mathText()];
  return made;
}
