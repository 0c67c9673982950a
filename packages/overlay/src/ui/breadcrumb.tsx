/** The components around the element under the pointer, root first. The arrow keys move in it, so its parts are no buttons. */
export function Breadcrumb({ names, current }: { names: readonly string[]; current: number }) {
  return (
    <ol class="nga-crumbs nga-surface" aria-label="Components around it">
      {names.map((name, at) => (
        <li key={at} aria-current={at === current ? 'true' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  );
}
