import type { Cdp } from './cdp.ts';
import type { ShownSite } from './shown-site.ts';

/** The scripts that an agent added to a tab. Each runs in every document that the tab opens on the same site. */
export class AddedScripts {
  readonly #cdp: Cdp;
  readonly #shown: ShownSite;
  readonly #sources: string[] = [];

  constructor(cdp: Cdp, shown: ShownSite) {
    this.#cdp = cdp;
    this.#shown = shown;
  }

  async add(code: string): Promise<string> {
    const source = this.#shown.onlyHere(code);
    this.#sources.push(source);
    const { identifier } = await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
    return identifier;
  }

  /** Must be called after the debugger was attached: it forgets them when it is detached. */
  async restore(): Promise<void> {
    for (const source of this.#sources)
      await this.#cdp.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
}
