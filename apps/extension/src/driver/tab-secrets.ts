/** The secrets in fields of one tab since an agent uses it. They are kept in memory, only to mask them. */
import { hideInValue } from '../secrets/hide-in-value.ts';
import { createValueMask, maskDeep, type MaskMode } from '../secrets/password-values.ts';

import type { Frame, Frames } from './frames.ts';

const maxKnown = 100;
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
}

export interface TabSecretsDeps {
  readonly frames: Pick<Frames, 'main' | 'foreign' | 'isRead'> & {
    call: (frame: Frame, name: 'page') => Promise<PasswordFields>;
  };
  /** The person allowed agents to read secrets on the site of this URL. */
  readonly areAllowed: (url: string) => Promise<boolean>;
}

interface KnownPassword {
  readonly value: string;
  /** The origin of the page or frame that it was typed in. */
  readonly site: string;
}

export class TabSecrets {
  readonly #deps: TabSecretsDeps;
  #known: readonly KnownPassword[] = [];
  /** Origins whose passwords agents may read. */
  readonly #allowed = new Set<string>();
  /** The origin of the page that the tab shows. */
  #site = '';
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
    await this.#learn(page);
  }

  /** Whether the person allowed secrets on the site of this origin. `undefined` is the page that the tab shows. */
  areShown(origin?: string): boolean {
    return this.#allowed.has(origin === undefined ? this.#site : siteOf(origin));
  }

  /** The passwords that agents may not read. */
  get masked(): string[] {
    return this.#known.filter(({ site }) => !this.#allowed.has(site)).map(({ value }) => value);
  }

  maskText(text: string, mode: MaskMode): string {
    return createValueMask(this.masked, mode)(text);
  }

  /** What a script of an agent returned. */
  maskScriptValue(value: unknown): unknown {
    return this.maskValue(this.areShown() ? value : hideInValue(value), 'anywhere');
  }

  /** For a value of plain objects and lists. */
  maskValue(value: unknown, mode: MaskMode): unknown {
    const { masked } = this;
    return masked.length === 0 ? value : maskDeep(value, createValueMask(masked, mode));
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

  async #learn({ url, passwords }: PasswordFields): Promise<void> {
    const site = siteOf(url);
    const isKnown = (value: string) => this.#known.some((each) => each.value === value && each.site === site);
    const added = passwords.filter((value) => !isKnown(value)).map((value) => ({ value, site }));
    if (added.length > 0) this.#known = [...this.#known, ...added].slice(-maxKnown);
    await this.#updateAllowed(site, url);
  }

  /** A permission may have been removed meanwhile, also for another site that the tab has shown. */
  async #updateAllowed(site: string, url: string): Promise<void> {
    const urls = new Map([...this.#allowed].map((each) => [each, each]));
    // An empty page or one of data belongs to another site, which its address does not name.
    if (site !== '') urls.set(site, url);
    for (const [each, address] of urls) {
      if (await this.#deps.areAllowed(address)) this.#allowed.add(each);
      else this.#allowed.delete(each);
    }
  }
}

/** Empty for a page whose address does not say to whom it belongs. */
function siteOf(address: string): string {
  const url = URL.parse(address);
  if (url?.protocol === 'file:') return 'file://';
  return url === null || url.origin === 'null' ? '' : url.origin;
}
