import type { Token, TokenizeContext } from 'micromark-util-types';

import { decodeReference } from '../decode.ts';
import { keyOf } from '../footnote-numbers.ts';

import { addHtml } from './direct-trace.ts';
import { eventsOf } from './events.ts';
import { createTrace, type Trace, type TraceBuilder } from './trace.ts';

/**
 * What `source` shows as text according to micromark, with the origin of each character. `notes` are the labels of
 * all footnotes in the order of their numbers.
 */
export function traceOf(source: string, definitions: string, notes: readonly string[] = []): Trace {
  const walk = new Walk(source, notes.map(keyOf));
  for (const [type, token, context] of eventsOf(source, definitions)) {
    if (token.start.offset >= source.length) break;
    if (type === 'enter') walk.enter(token, context);
    else walk.exit(token);
  }
  return walk.end();
}

/** Whose content is markup, whatever tokens are inside. */
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

/** What is shown letter by letter. */
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

/** What line endings are shown as, by what they are in; nothing elsewhere. */
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

/** Their first line ending belongs to the opening fence. */
const fenced: ReadonlySet<string> = new Set(['codeFenced', 'mathFlow', 'yaml']);
/** They end with a line ending of their own, as the parser that shows them has it. */
const ended: ReadonlySet<string> = new Set([...fenced, 'codeIndented', 'htmlFlow']);

interface Around {
  type: string;
  /** Line endings so far. */
  lines: number;
  /** How much was shown before it. */
  from: number;
}

interface Table {
  columns: number;
  /** Of the cell that is read, from 1. */
  column: number;
}

class Walk {
  readonly #source: string;
  readonly #labels: readonly string[];
  #trace = createTrace();
  /** What is collected of an HTML block; its text is told when all of it is there. */
  #html: TraceBuilder | null = null;
  readonly #around: Around[] = [];
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
    if (type in lineBreaks) this.#around.push({ type, lines: 0, from: this.#to.length });
  }

  exit(token: Token): void {
    const type: string = token.type;
    if (this.#isHidden(type)) this.#hiddenDepth -= 1;
    if (type === 'table') this.#tables.pop();
    if (!(type in lineBreaks)) return;
    const closed = this.#around.pop();
    if (closed !== undefined && ended.has(type)) this.#endLine(token.end.offset, closed);
    if (type === 'htmlFlow') this.#tellHtml();
  }

  end(): Trace {
    this.#tellHtml();
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

  /** A row may have more cells than its table has columns; those are not shown. */
  #isHidden(type: string): boolean {
    const table = this.#tables.at(-1);
    return hidden.has(type) || (type === 'tableData' && table !== undefined && table.column > table.columns);
  }

  #show(token: Token, context: TokenizeContext): void {
    const { type } = token;
    const [start, end] = [token.start.offset, token.end.offset];
    if (copied.has(type)) this.#copy(context.sliceSerialize(token), start, end);
    else if (type === 'lineEnding' || type === 'lineEndingBlank') this.#breakLine(start);
    else if (type === 'characterEscape') this.#to.replace(this.#source.slice(start + 1, end), start, end);
    else if (type === 'characterReference')
      this.#to.replace(decodeReference(this.#source.slice(start, end)), start, end);
    else if (type === 'codeTextData') this.#showCode(start, end);
    else if (type === 'gfmFootnoteCall') this.#to.replace(this.#noteNumber(start, end), start, end);
  }

  get #to(): TraceBuilder {
    return this.#html ?? this.#trace;
  }

  /** A tab that was cut by an indentation leaves spaces behind which the source does not have. */
  #copy(text: string, start: number, end: number): void {
    const surplus = Math.max(0, text.length - (end - start));
    this.#to.replace(text.slice(0, surplus), start, start);
    this.#to.copy(text.slice(surplus), start);
  }

  #breakLine(start: number): void {
    const inside = this.#around.at(-1);
    const shown = inside === undefined ? undefined : lineBreaks[inside.type];
    if (inside === undefined || shown === undefined) return;
    inside.lines += 1;
    if (fenced.has(inside.type) && inside.lines === 1) return;
    this.#to.replace(shown, start, this.#afterLineEnding(start));
  }

  #endLine(offset: number, { type, from }: Around): void {
    const isEnded = this.#to.length === from || this.#to.last === '\n';
    const end = this.#afterLineEnding(offset);
    if (fenced.has(type) ? isEnded : type === 'htmlFlow' && end === offset) return;
    this.#to.replace('\n', offset, end);
  }

  #afterLineEnding(offset: number): number {
    const ending = /^(?:\r\n?|\n)/.exec(this.#source.slice(offset, offset + 2));
    return offset + (ending?.[0].length ?? 0);
  }

  /** In a table the pipe of `a\|b` is escaped even inside of code. */
  #showCode(start: number, end: number): void {
    let from = start;
    if (this.#tables.length > 0) {
      for (const { index } of this.#source.slice(start, end).matchAll(/\\\|/g)) {
        this.#to.copy(this.#source.slice(from, start + index), from);
        this.#to.replace('|', start + index, start + index + 2);
        from = start + index + 2;
      }
    }
    this.#to.copy(this.#source.slice(from, end), from);
  }

  #noteNumber(start: number, end: number): string {
    const label = keyOf(this.#source.slice(start + 2, end - 1));
    return `[${this.#labels.indexOf(label) + 1}]`;
  }

  #tellHtml(): void {
    const html = this.#html?.done();
    this.#html = null;
    if (html !== undefined) addHtml(this.#trace, html);
  }
}
