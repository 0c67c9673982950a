/** What a browser shows of an element: role, name, states. One set of rules for the overlay and the extension. */
export {
  addClosedRoot,
  elementAt,
  hasNoBox,
  isDrawn,
  isElement,
  isInline,
  isInside,
  isText,
  isVisible,
  queryDeep,
  renderedChildren,
  renderedParent,
  shadowRootOf,
  styleOf,
} from './composed.ts';
export { labelsOf } from './labels.ts';
export { givenNameOf, isNamedByContent, nameOf, oneLine, svgTitle } from './names.ts';
export { roleOf } from './roles.ts';
export { isDisabled, statesOf } from './states.ts';
