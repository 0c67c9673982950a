/** A page with the structure of a real site, written by hand: class names and attributes, as far as formats use them. */
export interface SitePage {
  /** Name of the format. */
  readonly format: string;
  readonly url: string;
  readonly html: string;
  /** The page in its short form, with `[ref]` for refs. */
  readonly text: string;
  /** Selectors of what follows in the usual form. */
  readonly rest?: readonly string[];
  /** Without what this matches, the page does not fit the format. */
  readonly needs: string;
}
