/** Tells the site what state the page is in; a task is done when this is the state that it asks for. */
export function tell(state: unknown): void {
  window.tell(state);
}

declare global {
  interface Window {
    /** The site adds it to each page. */
    tell(state: unknown): void;
  }
}
