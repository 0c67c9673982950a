/** The one function that runs in frames that agents may not use: it keeps events and pictures out, and reads nothing. */

export type ShieldPurpose = 'input' | 'picture';

/**
 * In a world of its own, which the frame's page cannot reach. With `input` on, no key and no movement of the pointer has
 * an effect in the document, wherever a script of the page around it moves the frame meanwhile. With `picture` on, the
 * document is transparent; resolves when that is drawn, or with `awaitMs` at 0 at once. The source of this function is sent to the browser, so it uses
 * nothing from outside of itself.
 */
export async function shieldDocument(purpose: ShieldPurpose, isOn: boolean, awaitMs: number): Promise<true> {
  interface Shield {
    readonly input: (isOn: boolean) => void;
    readonly picture: (isOn: boolean) => void;
  }
  const types =
    'pointerdown pointerup pointermove pointerover pointerenter mousedown mouseup mousemove mouseover mouseenter click auxclick dblclick contextmenu wheel touchstart touchmove touchend keydown keypress keyup beforeinput paste cut copy dragstart dragenter dragover drop';

  const create = (): Shield => {
    const refuse = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const cover = new CSSStyleSheet();
    // Neither what the page draws above everything else nor a change that it animates shows through.
    cover.replaceSync(`:root { opacity: 0 !important; transition: none !important; animation: none !important }
      *, ::before, ::after, ::backdrop { visibility: hidden !important; transition: none !important; animation: none !important }`);
    return {
      input: (on) => {
        for (const type of types.split(' '))
          if (on) addEventListener(type, refuse, { capture: true, passive: false });
          else removeEventListener(type, refuse, { capture: true });
      },
      picture: (on) => {
        const others = document.adoptedStyleSheets.filter((sheet) => sheet !== cover);
        document.adoptedStyleSheets = on ? [...others, cover] : others;
      },
    };
  };

  const world = globalThis as { annotateShield?: Shield };
  const shield = (world.annotateShield ??= create());
  shield[purpose](isOn);
  if (awaitMs === 0) return true;
  // The second frame begins when the first has been handed over to be drawn. What is not drawn at all is not waited for.
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, awaitMs);
  });
  return true;
}
