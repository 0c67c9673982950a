/**
 * How to put a page of one site into few words. Data and not code: the server has the list, the extension carries it
 * out in its own world, and a new site needs no new extension.
 */
export interface SiteFormat {
  readonly name: string;
  /** Source of a regular expression for the page's whole address. */
  readonly url: string;
  /** Said once, above the items. */
  readonly heading: readonly SiteField[];
  /** CSS: each match is one item. A page without any gets the usual form. */
  readonly items: string;
  readonly fields: readonly SiteField[];
  /** CSS: parts that follow in the usual form, such as search fields and paging. */
  readonly rest: readonly string[];
}

/** `label: text`, or only the text; left out where it is not there. Of several matches the texts are joined by `, `. */
export interface SiteField {
  readonly label?: string;
  /** CSS within the item (for a heading: the page); empty for the item itself. */
  readonly selector: string;
  /** This attribute instead of the text; addresses are made absolute. */
  readonly attribute?: string;
  /** With the ref of the element, so that it can be clicked. */
  readonly ref?: boolean;
  /** All matches instead of the first. */
  readonly all?: boolean;
}
