/** Draws comments on their text by the CSS Custom Highlight API, which leaves the text's nodes as they are. */
import type { BlockList, Entry } from './block-list.ts';
import type { Span } from './block-map.ts';
import { flashName, highlightName, highlightNames } from './highlight-styles.ts';
import type { PaintedComment } from './panel-types.ts';

export interface Painter {
  readonly show: (comments: readonly PaintedComment[]) => void;
  /** Paints again after blocks were rendered or changed. */
  readonly refresh: () => void;
  /** The ranges of a comment, in document order; empty while its blocks are not rendered. */
  readonly rangesOf: (id: string) => readonly Range[];
  /** The shortest comment at this point, because a longer one can also be clicked beside it. */
  readonly commentAt: (x: number, y: number, target: Node) => string | null;
  readonly flash: (span: Span) => void;
  readonly close: () => void;
}

const flashTime = 1600;
/** More blocks than a window shows. */
const flashBlocks = 60;
/** The gap between two lines. */
const reach = 3;

export function createPainter(list: BlockList, article: HTMLElement): Painter {
  let comments: readonly PaintedComment[] = [];
  let ranges = new Map<string, readonly Range[]>();
  let pictures: HTMLElement[] = [];
  let flashTimer = 0;
  const registry = 'highlights' in CSS ? CSS.highlights : null;

  const draw = () => {
    const placed = comments.filter(({ anchorState }) => anchorState === 'placed');
    ranges = new Map(placed.map((comment) => [comment.id, rangesIn(list, spanOf(comment))]));
    for (const name of highlightNames) if (name !== flashName) registry?.delete(name);
    for (const picture of pictures) delete picture.dataset.painted;
    pictures = [];
    for (const { id, status, active } of placed) {
      const name = highlightName(status, active);
      const highlight = registry?.get(name) ?? new Highlight();
      highlight.priority = active ? 1 : 0;
      for (const range of ranges.get(id) ?? []) {
        highlight.add(range);
        for (const picture of picturesIn(range, article)) {
          picture.dataset.painted = status;
          pictures.push(picture);
        }
      }
      registry?.set(name, highlight);
    }
  };

  return {
    show(next) {
      comments = next;
      draw();
    },
    refresh: draw,
    rangesOf: (id) => ranges.get(id) ?? [],
    commentAt(x, y, target) {
      const hits = [...ranges].filter(([, own]) => own.some((range) => isAt(range, x, y, target)));
      return hits.toSorted(([, left], [, right]) => lengthOf(left) - lengthOf(right))[0]?.[0] ?? null;
    },
    flash(span) {
      clearTimeout(flashTimer);
      for (const entry of list.within(span.start, span.end).slice(0, flashBlocks)) list.ensure(entry);
      registry?.set(flashName, new Highlight(...rangesIn(list, span)));
      flashTimer = window.setTimeout(() => registry?.delete(flashName), flashTime);
    },
    close() {
      clearTimeout(flashTimer);
      for (const name of highlightNames) registry?.delete(name);
    },
  };
}

export function spanOf({ anchor }: Pick<PaintedComment, 'anchor'>): Span {
  return { start: anchor.char_start, end: anchor.char_end };
}

function rangesIn(list: BlockList, span: Span): Range[] {
  return list
    .within(span.start, span.end)
    .filter((entry) => entry.rendered)
    .map((entry) => rangeIn(list, entry, span))
    .filter((range) => range !== null);
}

function rangeIn(list: BlockList, entry: Entry, span: Span): Range | null {
  const map = list.mapOf(entry);
  const found = map.rangeOf(span);
  if (map.text.words !== '' || found !== null) return found;
  const range = new Range();
  range.selectNodeContents(entry.element);
  return range;
}

/** A highlight colours text only; pictures get an outline. */
function picturesIn(range: Range, article: HTMLElement): HTMLElement[] {
  const { commonAncestorContainer: common } = range;
  const root = common instanceof Element ? common : (common.parentElement ?? article);
  return [...root.querySelectorAll<HTMLElement>('img:not(.picture *),.picture,hr')].filter((one) =>
    range.intersectsNode(one),
  );
}

function isAt(range: Range, x: number, y: number, target: Node): boolean {
  if (!range.intersectsNode(target)) return false;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top - reach && y <= bottom + reach,
  );
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, range) => sum + range.toString().length, 0);
}
