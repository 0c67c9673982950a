/** The one function that runs among the page's own scripts: frameworks keep handlers where only these can see them. */

/**
 * Called with a node that is in no document and that only the page agent knows. It answers the agent's question which of
 * the elements in an `ask` event have a handler but no listener: the indexes of those, in the node's attribute `answer`.
 * Events carry elements from one world to the other without a trace in the page. The source of this function is sent to
 * the browser, so it uses nothing from outside of itself. Returns the document.
 */
export function answerAboutHandlers(this: Element): Document {
  const pressEvents = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'];
  const pressProps = [
    'onClick',
    'onDoubleClick',
    'onMouseDown',
    'onMouseUp',
    'onPointerDown',
    'onPointerUp',
    'onTouchStart',
    'onTouchEnd',
    'onDrop',
  ];
  // Solid and Svelte 5 keep a handler on its element and listen at the root.
  const delegatedProps = [
    '$$click',
    '$$mousedown',
    '$$pointerdown',
    '__click',
    '__mousedown',
    '__pointerdown',
  ];

  const hasReactHandler = (props: unknown): boolean => {
    if (typeof props !== 'object' || props === null) return false;
    return pressProps.some((name) => typeof (props as Record<string, unknown>)[name] === 'function');
  };

  /**
   * Frameworks keep a handler in a property of its element. Most elements of a page have no property of their own. Only
   * properties with the names of frameworks are read, because reading one can run a getter of the page.
   */
  const hasHandler = (element: Element): boolean =>
    Object.keys(element).some((key) => {
      const value = () => (element as unknown as Record<string, unknown>)[key];
      if (delegatedProps.includes(key)) return value() !== undefined;
      return /^__react(?:Props|EventHandlers)\$/.test(key) && hasReactHandler(value());
    });

  /** Selectors for which jQuery listens at the document. */
  const jquerySelectors = (): string => {
    try {
      const { jQuery } = window as { jQuery?: { _data?(on: unknown, name: string): unknown } };
      const events = [document, document.body].map((on) => jQuery?._data?.(on, 'events'));
      const handlers = events.flatMap((byType) =>
        pressEvents.flatMap(
          (type) => (byType as Record<string, { selector?: string }[]> | undefined)?.[type] ?? [],
        ),
      );
      return handlers.flatMap(({ selector }) => (typeof selector === 'string' ? [selector] : [])).join(', ');
    } catch {
      // Another program with the same name; then nothing is known about it.
      return '';
    }
  };

  const reacts = (element: Element, delegated: string): boolean =>
    hasHandler(element) || (delegated !== '' && element.matches(delegated));

  const isAsked = (node: Node, delegated: string): boolean => {
    try {
      return node instanceof Element && reacts(node, delegated);
    } catch {
      // The page has replaced something that this needs. One element without an answer is no reason for no snapshot.
      return false;
    }
  };

  // The debugger was detached meanwhile, and the node is the same.
  if (this.hasAttribute('connected')) return this.ownerDocument;
  this.setAttribute('connected', '');
  this.addEventListener('ask', (event) => {
    const delegated = jquerySelectors();
    const asked = (event as InputEvent)
      .getTargetRanges()
      .flatMap(({ startContainer, endContainer }) => [startContainer, endContainer]);
    const answer = asked.flatMap((node, index) => (isAsked(node, delegated) ? [index] : []));
    this.setAttribute('answer', answer.join());
  });
  return this.ownerDocument;
}
