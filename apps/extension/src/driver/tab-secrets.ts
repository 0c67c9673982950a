/** The passwords that were typed in one tab since an agent uses it. They are kept in memory, only to mask them. */
import { hideInValue } from '../secrets/hide-in-value.ts';
import { createValueMask, maskDeep, type MaskMode } from '../secrets/password-values.ts';

const maxKnown = 50;
/** A page whose scripts run without a pause does not answer. */
const maxLookMs = 1_000;

/** What the page agent tells about a page. */
export interface PasswordFields {
  readonly url: string;
  readonly passwords: readonly string[];
  readonly hasPasswordField: boolean;
}

export interface TabSecretsDeps {
  /** The values of the password fields of the page, with its URL. */
  readonly read: () => Promise<PasswordFields>;
  /** The person allowed agents to read secrets on this site. */
  readonly areAllowed: (url: string) => Promise<boolean>;
}

export class TabSecrets {
  readonly #deps: TabSecretsDeps;
  #known: readonly string[] = [];
  #areAllowed = false;
  #mayHaveFields = true;

  constructor(deps: TabSecretsDeps) {
    this.#deps = deps;
  }

  /** `false` when the page had no password field the last time that it was asked. */
  get mayHaveFields(): boolean {
    return this.#mayHaveFields;
  }

  /** The tab shows another document. */
  onNavigated(): void {
    this.#mayHaveFields = true;
  }

  /** Learns what the fields of the page contain now. */
  async look(): Promise<void> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxLookMs));
    try {
      const page = await Promise.race([this.#deps.read(), late]);
      if (page !== null) await this.remember(page);
    } catch {
      // The page is being replaced or does not react; what was learnt before stays.
    }
  }

  async remember({ url, passwords, hasPasswordField }: PasswordFields): Promise<void> {
    this.#mayHaveFields = hasPasswordField;
    const added = passwords.filter((value) => !this.#known.includes(value));
    if (added.length > 0) this.#known = [...this.#known, ...added].slice(-maxKnown);
    this.#areAllowed = await this.#deps.areAllowed(url);
  }

  maskText(text: string, mode: MaskMode): string {
    return this.#mask(mode)(text);
  }

  /** What a script of an agent returned. */
  maskScriptValue(value: unknown): unknown {
    return this.#areAllowed ? value : this.maskValue(hideInValue(value), 'anywhere');
  }

  /** For a value of plain objects and lists. */
  maskValue(value: unknown, mode: MaskMode): unknown {
    return this.#isIdle ? value : maskDeep(value, this.#mask(mode));
  }

  get #isIdle(): boolean {
    return this.#areAllowed || this.#known.length === 0;
  }

  #mask(mode: MaskMode): (text: string) => string {
    return this.#isIdle ? (text) => text : createValueMask(this.#known, mode);
  }
}
