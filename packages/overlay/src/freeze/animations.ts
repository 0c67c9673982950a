/** Pauses running and starting animations: CSS, script, and SMIL in SVG. */
export function pauseAnimations(document: Document, overlay: Element): () => void {
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
