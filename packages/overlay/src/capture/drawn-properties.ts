/**
 * What a picture is made of. An element has about 480 computed properties, and copying them all takes four times as
 * long; the logical ones, scrolling, animations and the like show in these already or not at all.
 */
const sides = ['top', 'right', 'bottom', 'left'];
const each = (names: readonly string[], pattern: string) => names.map((name) => pattern.replace('*', name));
const words = (text: string) => text.trim().split(/\s+/);

export const drawnProperties: string[] = [
  ...sides,
  ...['margin-*', 'padding-*', 'border-*-width', 'border-*-style', 'border-*-color'].flatMap((p) =>
    each(sides, p),
  ),
  ...each(['top-left', 'top-right', 'bottom-left', 'bottom-right'], 'border-*-radius'),
  ...each(words('width style color offset'), 'outline-*'),
  ...each(words('color image position-x position-y size repeat clip origin blend-mode'), 'background-*'),
  ...each(words('image size position-x position-y repeat'), 'mask-*'),
  ...each(words('family size weight style stretch variant-caps variant-numeric'), 'font-*'),
  ...each(
    words('align indent transform overflow shadow wrap-mode decoration-line decoration-color'),
    'text-*',
  ),
  ...each(words('decoration-style underline-offset'), 'text-*'),
  ...each(words('direction wrap grow shrink basis'), 'flex-*'),
  ...each(words('template-columns template-rows template-areas auto-flow auto-rows auto-columns'), 'grid-*'),
  ...each(words('row-start row-end column-start column-end'), 'grid-*'),
  ...each(words('text-fill-color line-clamp box-orient'), '-webkit-*'),
  ...words(`
    display position float clear z-index order box-sizing width height min-width min-height max-width max-height
    overflow-x overflow-y opacity visibility color line-height letter-spacing word-spacing white-space-collapse
    word-break overflow-wrap vertical-align direction writing-mode list-style-type list-style-position
    list-style-image justify-content justify-items justify-self align-content align-items align-self row-gap
    column-gap column-count border-collapse border-spacing table-layout caption-side box-shadow transform
    transform-origin translate rotate scale perspective filter backdrop-filter mix-blend-mode isolation clip-path
    object-fit object-position aspect-ratio appearance accent-color color-scheme fill fill-opacity stroke
    stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray text-anchor dominant-baseline`),
];
