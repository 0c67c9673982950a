/**
 * The elements of HTML, SVG and MathML that a page shows. JSX has other lower-case names too, such as the `mesh` of
 * react-three-fiber, whose renderers do not accept an unknown attribute.
 */
const names = `
a abbr address article aside audio b bdi bdo blockquote body br button canvas caption cite code col colgroup data
datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
hgroup hr html i iframe img input ins kbd label legend li main map area mark menu meter nav object ol optgroup option
output p picture pre progress q rp rt ruby s samp search section select selectedcontent slot small source span strong
sub summary sup table tbody td textarea tfoot th thead time tr track u ul var video wbr
svg circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
filter foreignObject g image line linearGradient marker mask path pattern polygon polyline radialGradient rect stop
switch symbol text textPath tspan use view
math mfrac mi mn mo mover mpadded mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder
munderover
`;

const known = new Set(names.trim().split(/\s+/));

/** Names that react-three-fiber has too, for objects of a scene. */
const shared = new Set(['audio', 'line', 'path', 'source']);

/** Whether a tag of JSX is an element of the page. Names with a hyphen are custom elements. */
export function isElementName(name: string): boolean {
  return known.has(name) || /^[a-z][\w.]*-/.test(name);
}

export function isSceneName(name: string): boolean {
  return shared.has(name);
}
