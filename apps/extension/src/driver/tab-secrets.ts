/** The secrets in fields of one tab since an agent uses it. They are kept in memory, only to mask them. */
import type { ShownSecrets } from '../page-agent/secrets.ts';
import { hideInValue } from '../secrets/hide-in-value.ts';
import { createValueMask, maskDeep, type MaskMode } from '../secrets/password-values.ts';
import { createSharedMask } from '../secrets/shared-text.ts';

import type { Frame, Frames } from './frames.ts';

const maxKnown = 200;
/** Shorter ones may be words. */
const minPasted = 8;
/** A page whose scripts run without a pause does not answer. */
const maxLookMs = 1_000;
/** Frames of other sites, such as advertisements, must not hold up each command. */
const maxFrameMs = 500;

/** What the page agent tells about a page or a frame. */
export interface PasswordFields {
  readonly url: string;
  readonly title: string;
  readonly passwords: readonly string[];
  readonly hasPasswordField: boolean;
  /** What was pasted or dropped into it. */
  readonly pasted: readonly string[];
}

export interface TabSecretsDeps {
  readonly frames: Pick<Frames, 'main' | 'foreign' | 'isRead'> & {
    call: (frame: Frame, name: 'page') => Promise<PasswordFields>;
  };
  /** The person allowed agents to see what is pasted on the site of this URL. */
  readonly arePastesAllowed: (url: string) => Promise<boolean>;
  /** The person allowed agents to read secrets on the site of this URL. */
  readonly areAllowed: (url: string) => Promise<boolean>;
}

interface KnownPassword {
  readonly value: string;
  /** The origin of the page or frame that it was typed in. */
  readonly site: string;
  readonly kind: 'password' | 'pasted';
}

export class TabSecrets {
  readonly #deps: TabSecretsDeps;
  #known: readonly KnownPassword[] = [];
  /** Origins whose passwords agents may read. */
  readonly #allowed = new Set<string>();
  /** Origins on which agents may read what was pasted. */
  readonly #pastesAllowed = new Set<string>();
  /** The origin of the page that the tab shows. */
  #site = '';
  #url = '';
  #pageHasFields = true;
  #framesHaveFields = true;

  constructor(deps: TabSecretsDeps) {
    this.#deps = deps;
  }

  /** `false` when the page had no password field the last time that it was asked. */
  get mayHaveFields(): boolean {
    return this.#pageHasFields || this.#framesHaveFields;
  }

  /** The tab or a frame shows another document. */
  onNavigated(): void {
    this.#pageHasFields = true;
    this.#framesHaveFields = true;
  }

  /** Learns what the fields of the page and of its frames contain now. */
  async look(): Promise<void> {
    await Promise.all([
      this.#ask(() => this.#deps.frames.main, maxLookMs).then(async (page) => {
        if (page !== null) await this.remember(page);
      }),
      this.lookInFrames(),
    ]);
  }

  /** The page itself knows the fields of frames of its own origin only. */
  async lookInFrames(): Promise<void> {
    const found = await this.#askFrames(this.#deps.frames.foreign);
    this.#framesHaveFields = found.some((page) => page === null || page.hasPasswordField);
  }

  /** What the page tells about itself. Frames are asked as well if an agent has read them before. */
  async readPage(): Promise<PasswordFields> {
    const { frames } = this.#deps;
    const [page] = await Promise.all([
      frames.call(frames.main, 'page'),
      this.#askFrames(frames.foreign.filter((frame) => frames.isRead(frame))),
    ]);
    await this.remember(page);
    return page;
  }

  async remember(page: PasswordFields): Promise<void> {
    this.#pageHasFields = page.hasPasswordField;
    this.#site = siteOf(page.url);
    this.#url = page.url;
    await this.#learn(page);
  }

  /** Whether the person allowed secrets on the site of this origin. `undefined` is the page that the tab shows. */
  areShown(origin?: string): boolean {
    return this.#allowed.has(origin === undefined ? this.#site : siteOf(origin));
  }

  /** What the page agent may tell about a document of this origin. */
  shownIn(origin?: string): ShownSecrets {
    const site = origin === undefined ? this.#site : siteOf(origin);
    return {
      secrets: this.#allowed.has(site),
      pasted: this.#pastesAllowed.has(site),
      hidden: this.#hidden('pasted'),
    };
  }

  /** The passwords, and what was pasted, that agents may not read. */
  get masked(): string[] {
    return [...this.#hidden('password'), ...this.#hidden('pasted')];
  }

  /** Whether fields have something that was pasted, which is not to be in pictures. */
  get hidesPasted(): boolean {
    return this.#hidden('pasted').length > 0;
  }

  #hidden(wanted: KnownPassword['kind']): string[] {
    const allowed = wanted === 'password' ? this.#allowed : this.#pastesAllowed;
    return this.#known
      .filter(({ kind, site }) => kind === wanted && !allowed.has(site))
      .map(({ value }) => value);
  }

  /** For what a script of an agent can read of the clipboard without a question to the person. */
  async rememberClipboard(text: string): Promise<void> {
    await this.#learn({ url: this.#url, title: '', passwords: [], hasPasswordField: false, pasted: [text] });
  }

  maskText(text: string, mode: MaskMode): string {
    return this.#createMask(mode)(text);
  }

  /** A pasted text may be anywhere by now, also in part. A short one may be a word of the page. */
  #createMask(mode: MaskMode): (text: string) => string {
    const passwords = createValueMask(this.#hidden('password'), mode);
    const pasted = this.#hidden('pasted');
    if (pasted.length === 0) return passwords;
    const long = pasted.filter(({ length }) => length >= minPasted);
    const masks = [
      passwords,
      createValueMask(long, 'anywhere'),
      createSharedMask(long),
      createValueMask(pasted, 'as-value'),
    ];
    return (text) => masks.reduce((masked, mask) => mask(masked), text);
  }

  /** What a script of an agent returned. */
  maskScriptValue(value: unknown): unknown {
    return this.maskValue(this.areShown() ? value : hideInValue(value), 'anywhere');
  }

  /** For a value of plain objects and lists. */
  maskValue(value: unknown, mode: MaskMode): unknown {
    return this.masked.length === 0 ? value : maskDeep(value, this.#createMask(mode));
  }

  #askFrames(frames: readonly Frame[]): Promise<(PasswordFields | null)[]> {
    return Promise.all(
      frames.map(async (frame) => {
        const page = await this.#ask(() => frame, maxFrameMs);
        if (page !== null) await this.#learn(page);
        return page;
      }),
    );
  }

  async #ask(frame: () => Frame, maxMs: number): Promise<PasswordFields | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxMs));
    try {
      return await Promise.race([this.#deps.frames.call(frame(), 'page'), late]);
    } catch {
      // The page is being replaced or does not react; what was learnt before stays.
      return null;
    }
  }

  async #learn({ url, passwords, pasted }: PasswordFields): Promise<void> {
    const site = siteOf(url);
    const isKnown = (value: string) => this.#known.some((each) => each.value === value && each.site === site);
    const ofKind = (values: readonly string[], kind: KnownPassword['kind']) =>
      values.filter((value) => value !== '' && !isKnown(value)).map((value) => ({ value, site, kind }));
    const added = [...ofKind(passwords, 'password'), ...ofKind(pasted, 'pasted')];
    if (added.length > 0) this.#known = [...this.#known, ...added].slice(-maxKnown);
    await this.#updateAllowed(site, url);
  }

  /** A permission may have been removed meanwhile, also for another site that the tab has shown. */
  async #updateAllowed(site: string, url: string): Promise<void> {
    const urls = new Map([...this.#allowed, ...this.#pastesAllowed].map((each) => [each, each]));
    // An empty page or one of data belongs to another site, which its address does not name.
    if (site !== '') urls.set(site, url);
    for (const [each, address] of urls) {
      if (await this.#deps.areAllowed(address)) this.#allowed.add(each);
      else this.#allowed.delete(each);
      if (await this.#deps.arePastesAllowed(address)) this.#pastesAllowed.add(each);
      else this.#pastesAllowed.delete(each);
    }
  }
}

/** Empty for a page whose address does not say to whom it belongs. */
function siteOf(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'file:') return 'file://';
  return url === null || url.origin === 'null' ? '' : url.origin;
}
