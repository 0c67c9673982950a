import { Component, type ComponentChildren } from 'preact';

import { report } from '../page-edge.ts';

interface BoundaryProps {
  /** Shown where what is inside cannot be drawn. */
  instead: ComponentChildren;
  children: ComponentChildren;
}

/**
 * Keeps an exception from what is drawn around it. Tries again when it gets other children, as with each change of the
 * overlay's state.
 */
export class Boundary extends Component<BoundaryProps> {
  /** The children that cannot be drawn; the boundary itself until it knows them. */
  #failed: unknown;

  override componentDidCatch(error: unknown) {
    report(error);
    this.#failed = this;
    this.setState({});
  }

  render({ instead, children }: BoundaryProps) {
    // Preact hands a boundary's second exception in a row to the one above it.
    if (this.#failed === this) this.#failed = children;
    return this.#failed === children ? instead : children;
  }
}
