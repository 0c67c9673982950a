/** Layouts of small pages for tests: everything is stacked, as blocks are. */
import type { LayoutElement, PageLayout, ProofRecord } from './page-layout.ts';

export interface TestNode {
  tag: string;
  text?: string;
  target?: boolean;
  styles?: Record<string, string>;
  inherited?: string;
  attributes?: Record<string, string>;
  /** Of its own content; 20 for a text. */
  height?: number;
  x?: number;
  y?: number;
  unsteady?: true;
  children: TestNode[];
}

export function node(
  tag: string,
  fields: Omit<TestNode, 'tag' | 'children'> = {},
  children: TestNode[] = [],
): TestNode {
  return { tag, ...fields, children };
}

export function recordOf(root: TestNode, conditions = { width: 1_000, dark: false }): ProofRecord {
  const layout: PageLayout = { conditions, elements: [] };
  addTo(layout, root, -1, 1, 0);
  const target = layout.elements.some(({ role }) => role === 'target');
  return { layout, look: target ? look : null };
}

function addTo(layout: PageLayout, one: TestNode, parent: number, nth: number, top: number): number {
  const isInside = one.target === true || layout.elements[parent]?.styles !== undefined;
  const { tag, text, styles = {}, inherited = '', attributes, unsteady, x = 0, y = 0 } = one;
  const element: LayoutElement = {
    parent,
    tag,
    nth,
    ...(text !== undefined && { text }),
    ...(attributes !== undefined && { attributes }),
    ...(one.target === true && { role: 'target' }),
    ...(one.target !== true && holdsTarget(one) && { role: 'around' }),
    ...(unsteady !== undefined && { unsteady }),
    ...(isInside && { styles }),
    drawn: JSON.stringify(styles),
    inherited,
    box: [x, top + y, 100, 0],
  };
  const index = layout.elements.push(element) - 1;
  let height = one.children.length === 0 ? (one.height ?? 20) : 0;
  const counts = new Map<string, number>();
  for (const child of one.children) {
    counts.set(child.tag, (counts.get(child.tag) ?? 0) + 1);
    height += addTo(layout, child, index, counts.get(child.tag) ?? 1, height);
  }
  element.box[3] = Math.max(height, one.height ?? 0);
  return element.box[3];
}

function holdsTarget({ children }: TestNode): boolean {
  return children.some((child) => child.target === true || holdsTarget(child));
}

const look: ProofRecord['look'] = {
  takenAt: '2026-11-15T09:30:00.000Z',
  pageUrl: 'http://localhost:5173/',
  pageTitle: 'Shop',
  viewport: { width: 1_000, height: 800 },
  scroll: { x: 0, y: 0 },
  element: { tag: 'article' },
  selector: 'article',
  text: '',
  outline: '',
  attributes: {},
  styles: {},
  box: { x: 0, y: 0, width: 100, height: 50 },
  consoleErrors: [],
};
