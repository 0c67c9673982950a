/**
 * The texts of the tags in a file of markup: HTML, and templates of Vue, Svelte, Angular and Astro. The compilers of an
 * app are programs of its repository, which this process does not run. So this reads only what it is certain of: a file
 * with anything else in it has no texts here.
 */
import { afterBracket, afterNext, unsure, UnsureError } from './scan-script.ts';
import { markupPieces, type TagText } from './tag-text.ts';

export type MarkupGrammar = 'html' | 'vue' | 'svelte' | 'angular' | 'astro';

/** `null` for a file that is not read for certain. */
export function markupTexts(text: string, grammar: MarkupGrammar): TagText[] | null {
  try {
    return new MarkupScanner(text, grammar).read();
  } catch (error) {
    if (error instanceof UnsureError) return null;
    throw error;
  }
}

/** A tag or a block that is open. */
interface Frame {
  readonly name: string;
  readonly tag: number;
  readonly kind: 'root' | 'element' | 'svelte-block' | 'angular-block';
  /** Whether a text in it is shown as it is written. */
  readonly isPlain: boolean;
  readonly texts: { start: number; end: number }[];
  /** A value is shown beside the texts. */
  hasValue?: true;
}

interface Tag {
  readonly name: string;
  readonly end: number;
  readonly isClosed: boolean;
  readonly attributes: readonly string[];
}

const voidNames = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const rawNames = /^(?:script|style|textarea|title|noscript|iframe|xmp|noembed|noframes|plaintext|listing)$/i;
/** Spaces count in these, a browser moves their texts elsewhere, or their text is the name of something else. */
const otherNames =
  /^(?:pre|template|html|head|table|thead|tbody|tfoot|tr|colgroup|select|option|trans|i18n-t|formattedmessage|translate)$/i;
/** What says that the text of an element comes from elsewhere, or is looked up in a list of translations. */
const otherText = new RegExp(
  `^(?:${[
    'v-(?:text|html|t)(?:\\..*)?',
    'x-(?:text|html)',
    'th:u?text',
    'ng-bind(?:-html|-template)?',
    'data-(?:i18n|l10n-id|bind)',
    '\\[?(?:translate|transloco)\\]?',
    'i18n.*',
    'set:(?:html|text)',
    'contenteditable',
    'bind:(?:textcontent|innerhtml|innertext)',
    '[.:[]*(?:v-bind:)?(?:innerhtml|outerhtml|textcontent|innertext)\\]?(?:\\.prop)?',
  ].join('|')})$`,
  'i',
);
/** What is inside keeps its spaces, or is part of a message that is looked up in a list of translations. */
const wholeNames = /^(?:pre|trans|i18n-t|formattedmessage|translate)$/i;
/** Vite replaces these in pages by a variable of the environment. */
const environmentName = /%\w+%/;
/** Inside of these, other rules hold for texts. */
const otherRules = /^(?:v-pre|is:raw|ngnonbindable|ng-non-bindable)$/i;
const mostDepth = 300;

class MarkupScanner {
  readonly #text: string;
  readonly #grammar: MarkupGrammar;
  readonly #found: TagText[] = [];
  #at = 0;
  #depth = 0;
  /** How many open tags are those of a drawing or a formula, which have a grammar like XML. */
  #pictures = 0;
  /** How many open tags are such that a text inside cannot be changed alone. */
  #wholes = 0;

  constructor(text: string, grammar: MarkupGrammar) {
    this.#text = text;
    this.#grammar = grammar;
  }

  read(): TagText[] {
    if (this.#grammar === 'astro') this.#skipFrontmatter();
    // Programs on servers write these into pages.
    if (this.#grammar === 'html' && /<%|<\?|\{\{|\{%/.test(this.#text)) unsure();
    this.#readContent({ name: '', tag: -1, kind: 'root', isPlain: false, texts: [] });
    if (this.#at < this.#text.length) unsure();
    return this.#found.sort((a, b) => a.tag - b.tag);
  }

  /** The program between the two fences, without a third one that would be in one of its texts. */
  #skipFrontmatter(): void {
    const [whole = ''] = /^\s*---[ \t]*\r?\n(?:[^]*?\n)?---[ \t]*(?=\r?\n|$)/.exec(this.#text) ?? [];
    if ((this.#text.match(/---/g)?.length ?? 0) > (whole === '' ? 0 : 2)) unsure();
    this.#at = whole.length;
  }

  /** Reads until the frame is closed, and what closes it. */
  #readContent(frame: Frame): void {
    if (++this.#depth > mostDepth) unsure();
    while (this.#at < this.#text.length) {
      const next = this.#text.slice(this.#at).search(this.#special);
      const textEnd = next === -1 ? this.#text.length : this.#at + next;
      this.#addText(frame, textEnd);
      this.#at = textEnd;
      if (next === -1) break;
      if (this.#readSpecial(frame)) {
        this.#depth--;
        return;
      }
    }
    if (frame.kind !== 'root') unsure();
    this.#depth--;
  }

  get #special(): RegExp {
    switch (this.#grammar) {
      case 'html':
        return /</;
      case 'vue':
        return /<|\{\{/;
      case 'angular':
        return /[<{}@]/;
      case 'svelte':
      case 'astro':
        return /[<{}]/;
    }
  }

  #addText({ texts }: Frame, end: number): void {
    if (this.#text.slice(this.#at, end).trim() === '') return;
    const last = texts.at(-1);
    if (last?.end === this.#at) last.end = end;
    else texts.push({ start: this.#at, end });
  }

  /** Returns whether it closed the frame. */
  #readSpecial(frame: Frame): boolean {
    switch (this.#text.charAt(this.#at)) {
      case '<':
        return this.#readAngle(frame);
      case '{':
        return this.#readBrace(frame);
      case '}':
        if (frame.kind !== 'angular-block') unsure();
        this.#at++;
        return true;
      default:
        this.#readAngularBlock();
        return false;
    }
  }

  #readAngle(frame: Frame): boolean {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    if (rest.startsWith('<!--')) {
      if (/^<!---?>/.test(rest)) unsure();
      this.#skipComment();
      return false;
    }
    if (/^<!doctype\s/i.test(rest)) {
      this.#at = afterNext(this.#text, '>', this.#at);
      return false;
    }
    const [closes, name = ''] = /^<\/([A-Za-z][\w.:-]*|)\s*>/.exec(rest) ?? [];
    if (closes !== undefined) {
      if (frame.kind !== 'element' || !this.#isSameName(frame.name, name)) unsure();
      this.#at += closes.length;
      return true;
    }
    this.#readElement(frame);
    return false;
  }

  #skipComment(): void {
    const end = afterNext(this.#text, '-->', this.#at + 4);
    if (this.#text.slice(this.#at + 4, end - 3).includes('--!>')) unsure();
    this.#at = end;
  }

  #isSameName(one: string, other: string): boolean {
    return this.#grammar === 'html' ? one.toLowerCase() === other.toLowerCase() : one === other;
  }

  #readElement(frame: Frame): void {
    const tag = this.#at;
    const { name, end, isClosed, attributes } = this.#readTag();
    this.#at = end;
    if (attributes.some((each) => otherRules.test(each))) unsure();
    const isBlock = this.#grammar === 'vue' && frame.kind === 'root';
    if (isBlock && name === 'template' && attributes.includes('lang')) unsure();
    if (isClosed) {
      // Of the elements of HTML itself, only those without content can be closed like this.
      if (this.#grammar === 'html' && !voidNames.test(name) && this.#pictures === 0) unsure();
      return;
    }
    if (voidNames.test(name) && name === name.toLowerCase()) return;
    if (rawNames.test(name) || (isBlock && name !== 'template')) {
      this.#skipRaw(name);
      return;
    }
    const isPlain =
      name !== '' &&
      this.#wholes === 0 &&
      !otherNames.test(name) &&
      !attributes.some((each) => otherText.test(each));
    const element: Frame = { name, tag, kind: 'element', isPlain, texts: [] };
    const isPicture = /^(?:svg|math)$/i.test(name);
    const isWhole = wholeNames.test(name) || attributes.includes('i18n');
    if (isPicture) this.#pictures++;
    if (isWhole) this.#wholes++;
    this.#readContent(element);
    if (isPicture) this.#pictures--;
    if (isWhole) this.#wholes--;
    this.#addTagText(element);
  }

  #skipRaw(name: string): void {
    const end = new RegExp(`</${name}\\s*>`, 'gi');
    end.lastIndex = this.#at;
    const found = end.exec(this.#text);
    if (found === null) unsure();
    else this.#at = found.index + found[0].length;
  }

  #addTagText({ name, tag, isPlain, texts, hasValue }: Frame): void {
    const [only, ...more] = texts;
    if (only === undefined || more.length > 0 || !isPlain || hasValue === true) return;
    const isPage = this.#grammar === 'html' || this.#grammar === 'angular';
    if (isPage && environmentName.test(this.#text.slice(only.start, only.end))) return;
    const pieces = markupPieces(this.#text, only.start, only.end);
    if (pieces !== null && pieces.length > 0) this.#found.push({ name, tag, grammar: this.#grammar, pieces });
  }

  #readTag(): Tag {
    const opening = this.#grammar === 'astro' ? /<([A-Za-z][\w.:-]*|(?=>))/y : /<([A-Za-z][\w.:-]*)/y;
    opening.lastIndex = this.#at;
    const found = opening.exec(this.#text);
    if (found === null) return unsure();
    const [whole, name = ''] = found;
    const attributes: string[] = [];
    let at = this.#at + whole.length;
    for (;;) {
      at = this.#afterSpace(at);
      if (this.#text.charAt(at) === '>') return { name, end: at + 1, isClosed: false, attributes };
      if (this.#text.startsWith('/>', at)) return { name, end: at + 2, isClosed: true, attributes };
      const attribute = this.#readAttribute(at);
      attributes.push(attribute.name);
      at = attribute.end;
    }
  }

  #afterSpace(at: number): number {
    const space = /\s*/y;
    space.lastIndex = at;
    return at + (space.exec(this.#text)?.[0].length ?? 0);
  }

  get #hasBraces(): boolean {
    return this.#grammar === 'svelte' || this.#grammar === 'astro';
  }

  #readAttribute(at: number): { name: string; end: number } {
    if (this.#hasBraces && this.#text.charAt(at) === '{') return { name: '', end: this.#afterBrace(at) };
    const namePattern = /[^\s=>/"'`{}<]+/y;
    namePattern.lastIndex = at;
    const name = namePattern.exec(this.#text)?.[0] ?? unsure();
    const afterName = at + name.length;
    const equals = this.#afterSpace(afterName);
    if (this.#text.charAt(equals) !== '=') return { name, end: afterName };
    return { name, end: this.#afterValue(this.#afterSpace(equals + 1)) };
  }

  #afterValue(at: number): number {
    const first = this.#text.charAt(at);
    if (first === '"' || first === "'") return this.#afterQuoted(at, first);
    if (first === '{' && this.#hasBraces) return this.#endOfValue(this.#afterBrace(at));
    const plain = /[^\s"'`=<>{}]+/y;
    plain.lastIndex = at;
    const value = plain.exec(this.#text)?.[0] ?? unsure();
    return this.#endOfValue(at + value.length);
  }

  /** What follows begins something else; a value may also go on behind an expression, which is not read. */
  #endOfValue(end: number): number {
    return /[\s/>]/.test(this.#text.charAt(end)) ? end : unsure();
  }

  #afterQuoted(at: number, quote: string): number {
    if (this.#grammar !== 'svelte') return afterNext(this.#text, quote, at + 1);
    for (let next = at + 1; next < this.#text.length; next++) {
      const character = this.#text.charAt(next);
      if (character === quote) return next + 1;
      if (character === '{') next = this.#afterBrace(next) - 1;
    }
    return unsure();
  }

  #afterBrace(at: number): number {
    if (this.#grammar !== 'astro') return afterBracket(this.#text, at);
    return afterBracket(this.#text, at, (markup) => this.#readMarkupAt(markup));
  }

  /** An element or a fragment inside of an expression of Astro. */
  #readMarkupAt(at: number): number {
    const outside = this.#at;
    this.#at = at;
    this.#readElement({ name: '', tag: -1, kind: 'element', isPlain: false, texts: [] });
    const end = this.#at;
    this.#at = outside;
    return end;
  }

  #readBrace(frame: Frame): boolean {
    // What Astro has in braces are often elements.
    if (this.#grammar !== 'astro') frame.hasValue = true;
    if (this.#grammar === 'vue' || this.#grammar === 'angular') {
      this.#skipInterpolation();
      return false;
    }
    const mark = this.#grammar === 'svelte' ? this.#text.charAt(this.#at + 1) : '';
    if (mark === '/') return this.#endSvelteBlock(frame);
    this.#at = this.#afterBrace(this.#at);
    if (mark === '#')
      this.#readContent({ name: '', tag: -1, kind: 'svelte-block', isPlain: false, texts: [] });
    if (mark === ':' && frame.kind !== 'svelte-block') unsure();
    return false;
  }

  #endSvelteBlock({ kind }: Frame): boolean {
    const end = /\{\/[a-z]+\s*\}/y;
    end.lastIndex = this.#at;
    const [whole] = end.exec(this.#text) ?? unsure();
    this.#at += whole.length;
    return kind === 'svelte-block' || unsure();
  }

  #skipInterpolation(): void {
    // Angular has choices by number in single braces, whose cases are texts of their own.
    if (!this.#text.startsWith('{{', this.#at)) unsure();
    const end = afterNext(this.#text, '}}', this.#at + 2);
    const quotes = this.#text.slice(this.#at, end).match(/["'`]/g) ?? [];
    // One of these frameworks ends it at the braces in a text, the other one behind them.
    if (['"', "'", '`'].some((quote) => quotes.filter((each) => each === quote).length % 2 === 1)) unsure();
    this.#at = end;
  }

  /** `@if (…) {` begins a block, `@let` declares a name. */
  #readAngularBlock(): void {
    const block =
      /@(?:if|else if|else|for|empty|switch|case|default|defer|placeholder|loading|error)\b\s*(?=[({])/y;
    block.lastIndex = this.#at;
    const begun = block.exec(this.#text)?.[0] ?? unsure();
    const open = this.#at + begun.length;
    const brace = this.#afterSpace(this.#text.charAt(open) === '(' ? afterBracket(this.#text, open) : open);
    if (this.#text.charAt(brace) !== '{') unsure();
    this.#at = brace + 1;
    this.#readContent({ name: '', tag: -1, kind: 'angular-block', isPlain: false, texts: [] });
  }
}
