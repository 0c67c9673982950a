/** An exact change that a person tried by hand on one element of the page. */
export type Wish =
  | { what: 'text'; before: string; after: string }
  | {
      what: 'style';
      /** A CSS property, or a shorthand when all of its parts were changed. */
      name: string;
      before: string;
      after: string;
      /** Custom properties of the page that have exactly these values. */
      tokens?: { before?: string; after?: string };
    };

/** One line, for people and for agents. Texts and names in it were read off a page. */
export function describeWish(wish: Wish): string {
  if (wish.what === 'text') return `text “${wish.before}” → “${wish.after}”`;
  return `${describeStyle(wish)}${describeTokens(wish)}`;
}

/**
 * The request when the person wrote nothing. Without text of the page and without names of tokens: agents follow
 * the text of a request, and treat what was read off a page as data.
 */
export function writeRequest(wishes: readonly Wish[]): string {
  const styles = wishes.filter((wish) => wish.what === 'style').map(describeStyle);
  const text = wishes.some(({ what }) => what === 'text') ? ['the text as I changed it in the page'] : [];
  const request = [...styles, ...text].join(', ');
  return `${request.charAt(0).toUpperCase()}${request.slice(1)}`;
}

type StyleWish = Extract<Wish, { what: 'style' }>;

function describeStyle({ name, before, after }: StyleWish): string {
  return `${name} ${before} → ${after}`;
}

function describeTokens({ tokens: { before, after } = {} }: StyleWish): string {
  if (before === undefined && after === undefined) return '';
  return ` (${before ?? 'no token'} → ${after === undefined ? 'no token' : `${after}, which exists`})`;
}
