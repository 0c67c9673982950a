/** Puts the script tag into a page that arrives in chunks, and relaxes the policies that the page states in its head. */
import { Parser, Tokenizer } from 'htmlparser2';

export interface PageTaggerOptions {
  /** The script tag, in ASCII. */
  readonly tag: string;
  /**
   * First in the head, the overlay sees the app from its first line on. Frameworks that hydrate the whole document compare
   * the elements of the head one by one, from the first to their last, so that theirs has to come before it.
   */
  readonly place: 'start of head' | 'end of head';
  /** The page is XML: a tag outside of `<html>` would make it unreadable. */
  readonly isXml: boolean;
  readonly relaxPolicy: (policy: string) => string;
}

/**
 * Where there is no head tag, the script tag stands before the first element, which a browser reads in the same way. A
 * page that already has the tag before its place gets no second one.
 *
 * Bytes are read as latin1, one character each: HTML's own characters are ASCII in every encoding that pages are sent
 * in, and all others come out as they went in. Only a tag that has not arrived completely is held back. After the head
 * nothing is read any more.
 */
export class PageTagger {
  readonly #options: PageTaggerOptions;
  readonly #tokenizer: Tokenizer;
  readonly #edits: Edit[] = [];
  /** What arrived and is not sent yet, and the offset in the page at which it begins. */
  #held = '';
  #heldAt = 0;
  /** The offset up to which the page has been understood. */
  #readTo = 0;
  /** The offset at which what the tokenizer reads begins, and that up to which it was given the page. */
  #base = 0;
  #givenTo = 0;
  /** The open tag that is being read. */
  #tag = { name: '', start: 0 };
  /** The element whose content is not HTML, such as a script. */
  #rawElement: string | null = null;
  #isTagged = false;
  #isInHtml = false;
  #isInHead = false;
  #isHeadOver = false;
  /** How many elements are open whose content is not part of the head. */
  #holderDepth = 0;

  constructor(options: PageTaggerOptions) {
    this.#options = options;
    const readTo = (end: number) => {
      this.#readTo = this.#base + end;
    };
    const readToken = (_start: number, end: number) => readTo(end + 1);
    const ignore = () => undefined;
    this.#tokenizer = new Tokenizer(
      { xmlMode: options.isXml, decodeEntities: false },
      {
        onopentagname: (start, end) => {
          const from = this.#base + start;
          this.#tag = { name: this.#slice(from, this.#base + end).toLowerCase(), start: from - 1 };
        },
        onopentagend: (end) => this.#readTag(this.#base + end + 1, false),
        onselfclosingtag: (end) => this.#readTag(this.#base + end + 1, true),
        onclosetag: (start, end) => this.#readEndTag(this.#base + start, this.#base + end),
        ontext: (_start, end) => readTo(end),
        ontextentity: (_codePoint, end) => readTo(end),
        oncomment: readToken,
        oncdata: readToken,
        ondeclaration: readToken,
        onprocessinginstruction: readToken,
        onattribdata: ignore,
        onattribend: ignore,
        onattribentity: ignore,
        onattribname: ignore,
        onend: ignore,
      },
    );
  }

  /** Returns the part of the page that can be sent now. */
  push(bytes: Buffer): Buffer {
    // A page in UTF-16, which its server did not say: its tags are not ASCII.
    if (this.#heldAt === 0 && this.#held === '' && /^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)))
      this.#isHeadOver = this.#isTagged = true;
    if (this.#isHeadOver) return bytes;
    this.#held += bytes.toString('latin1');
    this.#read();
    // One tag or comment that is this long: its page gets the tag at its end.
    if (this.#end - this.#readTo > maxHeldBytes) this.#isHeadOver = true;
    return this.#release(this.#isHeadOver ? this.#end : this.#readTo);
  }

  /** Returns the rest of the page. */
  end(): Buffer {
    if (!this.#isTagged && !this.#options.isXml) this.#insertTag(this.#end);
    this.#isHeadOver = true;
    return this.#release(this.#end);
  }

  /** What has arrived and was not returned yet. */
  held(): Buffer {
    return Buffer.from(this.#held, 'latin1');
  }

  get #end(): number {
    return this.#heldAt + this.#held.length;
  }

  /** The tokenizer reads what has arrived, but for scripts and the like, which may be long and are passed over. */
  #read(): void {
    while (!this.#isHeadOver && this.#passRawText()) {
      const text = this.#slice(this.#givenTo, this.#end);
      if (text === '') return;
      this.#givenTo = this.#end;
      this.#tokenizer.write(text);
    }
  }

  /** Whether the raw text, if the page is inside of one, has ended. */
  #passRawText(): boolean {
    if (this.#rawElement === null) return true;
    const rest = this.#slice(this.#readTo, this.#end);
    const end = new RegExp(`</${this.#rawElement}(?=[\\s/>])`, 'i').exec(rest);
    if (end === null) {
      const begun = rest.lastIndexOf('<');
      const mayBeEndTag = begun >= 0 && rest.length - begun <= longestEndTag;
      this.#readTo = mayBeEndTag ? this.#readTo + begun : this.#end;
      return false;
    }
    this.#rawElement = null;
    this.#base = this.#givenTo = this.#readTo += end.index;
    this.#tokenizer.reset();
    return true;
  }

  #readTag(end: number, isClosed: boolean): void {
    this.#readTo = end;
    const { name, start } = this.#tag;
    const isHeld = this.#holderDepth > 0;
    if (!isClosed) this.#enter(name);
    if (isHeld) return;
    if (name === 'html') {
      this.#isInHtml = true;
      return;
    }
    if (name === 'script' && this.#slice(start, end).includes(srcOf(this.#options.tag)))
      this.#isTagged = true;
    this.#placeTag(name, start, end);
    if (name === 'meta') this.#readMeta(start, end);
    if (!headElements.has(name)) this.#leaveHead();
  }

  #enter(name: string): void {
    if (holders.has(name)) this.#holderDepth++;
    if (this.#options.isXml || !rawElements.has(name)) return;
    this.#rawElement = name;
    this.#tokenizer.pause();
  }

  #placeTag(name: string, start: number, end: number): void {
    const isAtEnd = this.#options.place === 'end of head';
    if (name === 'head') {
      this.#isInHead = true;
      if (!isAtEnd) this.#insertTag(end);
      return;
    }
    if (isAtEnd && this.#isInHead && headElements.has(name)) return;
    if (this.#isInHtml || !this.#options.isXml) this.#insertTag(start);
  }

  #readEndTag(from: number, to: number): void {
    const name = this.#slice(from, to).toLowerCase();
    const end = this.#held.indexOf('>', to - this.#heldAt);
    if (end >= 0) this.#readTo = this.#heldAt + end + 1;
    if (holders.has(name)) this.#holderDepth = Math.max(0, this.#holderDepth - 1);
    if (name !== 'head' || this.#holderDepth > 0) return;
    this.#insertTag(from - '</'.length);
    this.#leaveHead();
  }

  #leaveHead(): void {
    this.#isHeadOver = true;
    this.#tokenizer.pause();
  }

  #insertTag(at: number): void {
    if (this.#isTagged) return;
    this.#isTagged = true;
    this.#edits.push({ from: at, to: at, text: this.#options.tag });
  }

  #readMeta(from: number, to: number): void {
    const attributes = attributesOf(this.#slice(from, to));
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
    const end = Math.max(at, to);
    text += this.#slice(at, end);
    this.#held = this.#held.slice(end - this.#heldAt);
    this.#heldAt = end;
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

/** How many bytes of one tag or comment are held back at most while its end has not arrived. */
const maxHeldBytes = 65_536;

/** What their content is, only their end tag ends. A browser that runs scripts reads `<noscript>` in this way. */
const rawElements = new Set(['script', 'style', 'title', 'noscript', 'noframes']);
const longestEndTag = '</noscript'.length;

/** What is inside of these says nothing about where the head ends. */
const holders = new Set(['noscript', 'template']);

/** Any other element begins the body, whether there is a tag for it or not. */
const headElements = new Set([
  ...rawElements,
  ...holders,
  'head',
  'base',
  'basefont',
  'bgsound',
  'link',
  'meta',
]);

function srcOf(tag: string): string {
  return /src="[^"]*"/.exec(tag)?.[0] ?? tag;
}

function attributesOf(tag: string): Record<string, string> {
  let found: Record<string, string> = {};
  new Parser({ onopentag: (_name, attributes) => (found = attributes) }).end(tag);
  return found;
}

/** Closed as XML wants it, which HTML allows too. */
function printMeta(attributes: Readonly<Record<string, string>>): string {
  const printed = Object.entries(attributes).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return `<meta ${printed.join(' ')} />`;
}

function escapeValue(value: string): string {
  return value.replace(/[&"<]|[\u0100-\u{10FFFF}]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
