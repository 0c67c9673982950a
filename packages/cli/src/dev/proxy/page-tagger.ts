/** Puts the script tag into a page that arrives in chunks, and relaxes the policies that the page states in its head. */
import { Parser } from 'htmlparser2';

export interface PageTaggerOptions {
  /** The script tag. */
  readonly tag: string;
  /** The page is XML: a tag outside of `<html>` would make it unreadable. */
  readonly isXml: boolean;
  readonly relaxPolicy: (policy: string) => string;
}

/**
 * The tag comes first in the head, so that the overlay sees the app from its first line on; where there is no head tag,
 * before the first element, which a browser reads in the same way.
 *
 * Bytes are read as latin1, one character each: HTML's own characters are ASCII in every encoding that pages are sent
 * in, and all others come out as they went in. Only a tag that has not arrived completely is held back. After the head
 * nothing is read any more.
 */
export class PageTagger {
  readonly #options: PageTaggerOptions;
  readonly #parser: Parser;
  /** What arrived and is not sent yet, and the offset in the page at which it begins. */
  #held = '';
  #heldAt = 0;
  /** The offset up to which the page has been understood. */
  #readTo = 0;
  readonly #edits: Edit[] = [];
  #isTagged = false;
  #isInHtml = false;
  #isHeadOver = false;
  /** How many elements are open whose content is not part of the head. */
  #holderDepth = 0;

  constructor(options: PageTaggerOptions) {
    this.#options = options;
    const note = () => this.#noteProgress();
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#readTag(name.toLowerCase(), attributes);
          note();
        },
        onclosetag: (name, isImplied) => {
          if (holders.has(name.toLowerCase())) this.#holderDepth--;
          else if (name.toLowerCase() === 'head' && !isImplied) this.#isHeadOver = true;
          note();
        },
        ontext: note,
        oncomment: note,
        onprocessinginstruction: note,
      },
      { xmlMode: options.isXml },
    );
  }

  /** Returns the part of the page that can be sent now. */
  push(bytes: Buffer): Buffer {
    // A page in UTF-16, which its server did not say: its tags are not ASCII.
    if (this.#heldAt === 0 && this.#held === '' && /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)))
      this.#isHeadOver = true;
    if (this.#isHeadOver) return bytes;
    const text = bytes.toString('latin1');
    this.#held += text;
    this.#parser.write(text);
    return this.#release(this.#readTo);
  }

  /** Returns the rest of the page. */
  end(): Buffer {
    if (this.#isHeadOver) return nothing;
    const { isXml, tag } = this.#options;
    if (!this.#isTagged && !isXml) this.#edits.push({ from: this.#end, to: this.#end, text: tag });
    this.#isHeadOver = true;
    return this.#release(this.#end);
  }

  get #end(): number {
    return this.#heldAt + this.#held.length;
  }

  #noteProgress(): void {
    this.#readTo = this.#isHeadOver ? this.#end : Math.max(this.#readTo, this.#parser.endIndex + 1);
  }

  #readTag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isHeadOver) return;
    const isHeld = this.#holderDepth > 0;
    if (holders.has(name)) this.#holderDepth++;
    if (isHeld) return;
    const { startIndex, endIndex } = this.#parser;
    if (name === 'html') {
      this.#isInHtml = true;
      return;
    }
    if (name === 'head') this.#insertTag(endIndex + 1);
    else if (this.#isInHtml || !this.#options.isXml) this.#insertTag(startIndex);
    if (name === 'meta') this.#readMeta(attributes, startIndex, endIndex + 1);
    else if (!headElements.has(name)) this.#isHeadOver = true;
  }

  #insertTag(at: number): void {
    if (this.#isTagged) return;
    this.#isTagged = true;
    this.#edits.push({ from: at, to: at, text: this.#options.tag });
  }

  #readMeta(attributes: Readonly<Record<string, string>>, from: number, to: number): void {
    if (attributes['http-equiv']?.trim().toLowerCase() !== 'content-security-policy') return;
    const content = this.#options.relaxPolicy(attributes.content ?? '');
    this.#edits.push({ from, to, text: printMeta({ ...attributes, content }) });
  }

  #release(to: number): Buffer {
    let text = '';
    let at = this.#heldAt;
    for (const edit of this.#edits.splice(0)) {
      text += this.#slice(at, edit.from) + edit.text;
      at = edit.to;
    }
    text += this.#slice(at, Math.max(at, to));
    this.#held = this.#held.slice(Math.max(at, to) - this.#heldAt);
    this.#heldAt = Math.max(at, to);
    return Buffer.from(text, 'latin1');
  }

  #slice(from: number, to: number): string {
    return this.#held.slice(from - this.#heldAt, to - this.#heldAt);
  }
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const nothing = Buffer.alloc(0);

/** Any other element begins the body, whether there is a tag for it or not. */
const headElements = new Set([
  'head',
  'base',
  'basefont',
  'bgsound',
  'link',
  'meta',
  'noframes',
  'noscript',
  'script',
  'style',
  'template',
  'title',
]);

/** What is inside of these says nothing about where the head ends. */
const holders = new Set(['noscript', 'template']);

/** Closed as XML wants it, which HTML allows too. */
function printMeta(attributes: Readonly<Record<string, string>>): string {
  const printed = Object.entries(attributes).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return `<meta ${printed.join(' ')} />`;
}

function escapeValue(value: string): string {
  return value.replace(/[&"<]|[\u0100-\u{10FFFF}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
