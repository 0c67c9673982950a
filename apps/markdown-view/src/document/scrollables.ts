/** Makes wide code, tables and formulas, which scroll on their own, reachable with the keyboard. */

const mayScroll = 'pre,.table,.math-display';

export interface Scrollables {
  readonly watch: (block: Element) => void;
  readonly close: () => void;
}

/** Only elements that can scroll become a stop for the Tab key. */
export function reachScrollables(): Scrollables {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      // A diagram can also be commented on by its key.
      if (target.scrollWidth > target.clientWidth + 1 || target.matches('[data-atom]'))
        target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  return {
    watch(block) {
      for (const element of block.querySelectorAll(mayScroll)) sizes.observe(element);
    },
    close: () => sizes.disconnect(),
  };
}
