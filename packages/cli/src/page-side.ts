/** Said by init, and by doctor where the page side is missed. Goes when the first integration is released. */
export const pageSideMissing =
  'The page side (the dev-server plugin with the overlay) is not released yet: init connects your agent only.';
