/** Code, tables and formulas that are wider than the text scroll by themselves, and the keyboard has to get there too. */

const mayScroll = 'pre,.table,.math-display';

export interface Scrollables {
  readonly watch: (block: Element) => void;
  readonly close: () => void;
}

/** A stop for the Tab key only where there is something to scroll: every other one would be in the way. */
export function reachScrollables(): Scrollables {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth + 1) target.setAttribute('tabindex', '0');
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
