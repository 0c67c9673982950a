/** How a test finds an element. */
export type ElementLocator =
  | { by: 'test id'; testId: string }
  | { by: 'id'; id: string }
  | { by: 'role'; role: string; name: string }
  | { by: 'text'; text: string }
  | { by: 'alt'; alt: string }
  | { by: 'label'; label: string }
  /** A CSS path, ` >>> ` into a shadow root or a frame. */
  | { by: 'selector'; selector: string };
