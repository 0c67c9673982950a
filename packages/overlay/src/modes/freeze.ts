/**
 * Freezes the page as it looks now, so that menus, tooltips and moving things can be picked. Timers are not stopped:
 * only timers that start later could be, and the events that would start them are suppressed.
 */
import { eachWindow, type PageWindow } from '../window/frames.ts';

export function freeze(document: Document, overlay: Element): () => void {
  const pageWindow = document.defaultView;
  if (pageWindow === null) return () => undefined;
  return eachWindow(pageWindow, (frame) => {
    // Styles first, because they depend on what is under the pointer now.
    const releases = [
      keepPseudoClasses(frame, overlay),
      suppressEvents(frame, overlay),
      pauseAnimations(frame.document, overlay),
      pauseMedia(frame.document),
    ];
    return () => {
      for (const release of releases.reverse()) release();
    };
  });
}

function pauseMedia(document: Document): () => void {
  const playing = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].filter(
    (media) => !media.paused && !media.ended,
  );
  for (const media of playing) media.pause();
  return () => {
    // The browser may refuse to play without a gesture; the person sees it stopped and can start it.
    for (const media of playing) if (media.isConnected) media.play().catch(() => undefined);
  };
}

/**
 * Keeps the styles of `:hover` and `:focus` after the pointer and the focus have moved. No script can set these, so
 * their rules are applied once more under an attribute, which is put on the elements they match now.
 */
function keepPseudoClasses(pageWindow: PageWindow, overlay: Element): () => void {
  const release: (() => void)[] = [];
  keepIn(pageWindow.document, pageWindow, overlay, release);
  return () => {
    for (const undo of release) undo();
  };
}

const pseudoClasses = ['hover', 'focus', 'focus-within', 'focus-visible'] as const;
const pseudoClassPattern = /:(hover|focus-within|focus-visible|focus)(?![\w-])/g;

function keepIn(
  root: Document | ShadowRoot,
  pageWindow: PageWindow,
  overlay: Element,
  release: (() => void)[],
): void {
  const matched = pseudoClasses.flatMap((name) =>
    [...root.querySelectorAll(`:${name}`)]
      .filter((element) => element !== overlay)
      .map((element) => ({ element, attribute: `data-annotate-${name}` })),
  );
  if (matched.length === 0) return;
  const sheet = new pageWindow.CSSStyleSheet();
  sheet.replaceSync([...root.styleSheets, ...root.adoptedStyleSheets].map(keptRules).join('\n'));
  root.adoptedStyleSheets.push(sheet);
  for (const { element, attribute } of matched) element.setAttribute(attribute, '');
  release.push(() => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    for (const { element, attribute } of matched) element.removeAttribute(attribute);
  });
  for (const element of new Set(matched.map((mark) => mark.element))) {
    if (element.shadowRoot !== null) keepIn(element.shadowRoot, pageWindow, overlay, release);
  }
}

function keptRules(sheet: CSSStyleSheet): string {
  try {
    return sheet.disabled ? '' : [...sheet.cssRules].map(keptRule).join('\n');
  } catch {
    // Another origin's sheet cannot be read; what it shows on hover is not held.
    return '';
  }
}

function keptRule(rule: CSSRule): string {
  if ('styleSheet' in rule)
    return rule.styleSheet === null ? '' : keptRules(rule.styleSheet as CSSStyleSheet);
  const text = rule.cssText;
  if (text.search(pseudoClassPattern) === -1) return '';
  const nested = 'cssRules' in rule ? [...(rule as CSSGroupingRule).cssRules] : [];
  const selector = 'selectorText' in rule ? String(rule.selectorText) : '';
  if (nested.length === 0 || selector.search(pseudoClassPattern) !== -1) {
    // An attribute has the specificity of a pseudo-class, so the cascade stays the same.
    return text.replace(pseudoClassPattern, '[data-annotate-$1]');
  }
  return `${text.slice(0, text.indexOf('{'))}{${nested.map(keptRule).join('\n')}}`;
}

/** Suppresses events that tell the app that the pointer or the focus has moved. */
function suppressEvents(pageWindow: PageWindow, overlay: Element): () => void {
  const suppress = (event: Event) => {
    // Not `stopImmediatePropagation`: the picker listens on the same window.
    if (!event.composedPath().includes(overlay)) event.stopPropagation();
  };
  for (const type of suppressedTypes) pageWindow.addEventListener(type, suppress, true);
  return () => {
    for (const type of suppressedTypes) pageWindow.removeEventListener(type, suppress, true);
  };
}

const suppressedTypes = [
  ...['pointerout', 'pointerleave', 'pointerover', 'pointerenter', 'pointermove'],
  ...['mouseout', 'mouseleave', 'mouseover', 'mouseenter', 'mousemove'],
  ...['blur', 'focusout', 'focus', 'focusin'],
];

/** Pauses running and starting animations: CSS, script, and SMIL in SVG. */
function pauseAnimations(document: Document, overlay: Element): () => void {
  const paused = new Set<Animation>();
  const pauseAll = () => {
    for (const animation of document.getAnimations()) {
      if (animation.playState !== 'running' || isOfOverlay(animation, overlay)) continue;
      animation.pause();
      paused.add(animation);
    }
  };
  const drawings = [...document.querySelectorAll('svg')].filter((svg) => !svg.animationsPaused());

  pauseAll();
  for (const svg of drawings) svg.pauseAnimations();
  document.addEventListener('transitionrun', pauseAll, true);
  document.addEventListener('animationstart', pauseAll, true);

  return () => {
    document.removeEventListener('transitionrun', pauseAll, true);
    document.removeEventListener('animationstart', pauseAll, true);
    for (const animation of paused) if (animation.playState === 'paused') animation.play();
    for (const svg of drawings) svg.unpauseAnimations();
  };
}

function isOfOverlay(animation: Animation, overlay: Element): boolean {
  const target = animation.effect !== null && 'target' in animation.effect ? animation.effect.target : null;
  if (target === null) return false;
  const element = target as Element;
  return overlay.contains(element) || element.getRootNode() === overlay.shadowRoot;
}
