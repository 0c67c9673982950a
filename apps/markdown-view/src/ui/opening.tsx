/** The screens before the view is open, and when it cannot be opened. */
export function Opening() {
  return (
    <div class="mdv-opening nga-root" role="status">
      <p class="nga-muted">Opening…</p>
    </div>
  );
}

export function CannotOpen({ problem }: { problem: string }) {
  return (
    <div class="mdv-opening nga-root" role="alert">
      <div class="nga-box nga-box--lost">
        <p>
          <b>The review could not be opened.</b>
        </p>
        <p class="nga-text">{problem}</p>
      </div>
    </div>
  );
}
