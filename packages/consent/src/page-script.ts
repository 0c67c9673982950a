import { QuestionForm } from './form/form-script.ts';

/**
 * What runs in the browser on the page of a question. The class is sent as its own text, so it uses nothing of this
 * module but itself.
 *
 * The page is shown in a frame of the annotated page, whose scripts may cover it, make it transparent or move it below
 * the pointer to get a click. A browser tells most of that to the frame, but not all: Chromium calls a frame behind a CSS
 * mask visible. So the frame shows the question and takes a refusal; everything else is answered in a window. Either takes
 * a press only after all of the page was visible for a while, and neither the pointer nor the focus has just come into it.
 */
class QuestionPage {
  readonly #form: QuestionForm;
  readonly #content = this.#find('.content');
  readonly #status = this.#find('[role=status]');
  readonly #isFramed = window.parent !== window;
  readonly #settleMs = 500;
  #isVisible = false;
  #isReady = false;
  #isOver = false;
  /** The person cannot answer in this frame. */
  #needsWindow = false;
  /** They have pressed the answer, which the page around this one may open a window for. */
  #isPressed = false;
  #timer: number | undefined;
  /** Looks whether the person sees the page now. The browser tells of a change only with its next frame. */
  #look = (): void => undefined;

  constructor(form: QuestionForm) {
    this.#form = form;
  }

  start(): void {
    document.documentElement.toggleAttribute('data-framed', this.#isFramed);
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button[data-option]') : null;
      // A script of an extension or of the embedding page cannot make an event that the browser trusts.
      if (event.isTrusted && button instanceof HTMLButtonElement) this.#press(button);
    });
    document.addEventListener('keydown', (event) => {
      // A key that was held down before the focus came here must not press what has the focus now.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    });
    document.addEventListener('focusin', ({ target }) => {
      // The page around this one can take the focus to it while the person types Tab and Enter for something else.
      if (target instanceof HTMLButtonElement && target.matches(':focus-visible')) this.#waitAgain();
    });
    document.documentElement.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType !== 'touch') this.#waitAgain();
    });
    if (this.#isFramed) this.#watchFrame();
    else this.#watchWindow();
    new ResizeObserver(() => this.#tell()).observe(this.#content);
    void this.#waitForEnd();
  }

  #watchFrame(): void {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) {
      this.#say('This browser cannot tell whether the page around this one covers it. Answer in a window.');
      this.#askForWindow();
      return;
    }
    let isSeen = false;
    this.#look = () => this.#setVisible(isSeen && this.#isLarge());
    const options = { trackVisibility: true, delay: 100, threshold: [0, 0.99, 1] };
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1);
      if (entry === undefined) return;
      isSeen = 'isVisible' in entry && entry.isVisible === true && entry.intersectionRatio >= 0.99;
      this.#look();
    }, options);
    observer.observe(this.#find('main'));
    window.addEventListener('resize', this.#look);
  }

  /** Without this, a page could open the window under the pointer between the two clicks of a double click. */
  #watchWindow(): void {
    this.#look = () =>
      this.#setVisible(document.visibilityState === 'visible' && document.hasFocus() && this.#isLarge());
    for (const type of ['focus', 'blur', 'resize']) window.addEventListener(type, this.#look);
    document.addEventListener('visibilitychange', this.#look);
    this.#look();
  }

  /** In a few pixels the person would press a button without having seen what it is about. */
  #isLarge(): boolean {
    return innerWidth >= 200 && innerHeight >= 80;
  }

  #setVisible(isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#waitAgain();
  }

  #waitAgain(): void {
    window.clearTimeout(this.#timer);
    this.#setReady(false);
    if (this.#isVisible) this.#timer = window.setTimeout(() => this.#setReady(true), this.#settleMs);
  }

  #setReady(isReady: boolean): void {
    this.#isReady = isReady && !this.#isOver;
    document.documentElement.toggleAttribute('data-waiting', !this.#isVisible || this.#isOver);
    for (const button of document.querySelectorAll('button')) {
      // Not `disabled`, which would take the focus away from a person who uses the keyboard.
      button.setAttribute('aria-disabled', String(!this.#isReady));
    }
    if (this.#isReady) this.#say('');
  }

  #press(button: HTMLButtonElement): void {
    if (this.#isOver) return;
    this.#look();
    if (!this.#isReady) {
      this.#say(
        this.#isVisible ? 'Press once more.' : 'All of this has to be visible before you can answer.',
      );
      // A person who sees enough to press, and cannot answer, gets the same question in a window.
      if (!this.#isVisible) this.#askForWindow();
      return;
    }
    const { option = '', kind = '' } = button.dataset;
    if (this.#isFramed && !kind.startsWith('reject')) {
      this.#say('Answer in the window that opens.');
      this.#askForWindow(true);
      return;
    }
    const field = button.parentElement?.querySelector('input');
    const command = field?.value.trim();
    if (command === '') {
      this.#say('Type a command first.');
      return;
    }
    const fills = 'fills' in button.dataset;
    const problems = fills ? this.#form.problems() : {};
    if (Object.keys(problems).length > 0) {
      this.#form.show(problems);
      return;
    }
    // The press lets this page open it; after the answer has arrived it would be blocked.
    const { opens } = button.dataset;
    if (opens !== undefined) window.open(opens, '_blank', 'noopener,noreferrer');
    const answer = {
      optionId: option,
      ...(command !== undefined && { command }),
      ...(fills && { values: this.#form.read() }),
    };
    void this.#send(answer, button.innerText.trim());
  }

  async #send(answer: object, name: string): Promise<void> {
    this.#isOver = true;
    this.#setReady(false);
    try {
      const response = await fetch(location.pathname, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: this.#content.dataset.token, ...answer }),
      });
      if (response.status === 422) {
        const { problems } = (await response.json()) as { problems: Record<number, string> };
        this.#correct(problems);
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      this.#end(`Answered: ${name}`);
    } catch {
      this.#end('The answer did not arrive: the question is gone, or the program that asked has ended.');
    }
  }

  /** The question waits for an answer whose fields are right. */
  #correct(problems: Readonly<Record<number, string>>): void {
    this.#isOver = false;
    this.#look();
    this.#setReady(this.#isVisible);
    this.#form.show(problems);
    this.#say('Not sent yet: see what is marked.');
  }

  /** The server answers when the question is over: answered here or in another tab, or withdrawn. */
  async #waitForEnd(): Promise<void> {
    try {
      const response = await fetch(`${location.pathname}/end`);
      const { message } = (await response.json()) as { message: string };
      if (!this.#isOver) this.#end(message);
    } catch {
      if (!this.#isOver) this.#end('The program that asked has ended.');
    }
  }

  #end(message: string): void {
    this.#isOver = true;
    this.#setReady(false);
    this.#say(message);
    this.#tell();
  }

  #askForWindow(isPressed = false): void {
    this.#needsWindow = true;
    this.#isPressed = isPressed;
    this.#tell();
  }

  #say(message: string): void {
    if (this.#status.textContent !== message) this.#status.textContent = message;
  }

  /** Tells the page around this one what it needs to show the frame; any page may know that. */
  #tell(): void {
    if (!this.#isFramed) return;
    const state = this.#isOver ? 'answered' : this.#needsWindow ? 'needs-window' : 'ready';
    const height = Math.ceil(this.#content.getBoundingClientRect().height);
    const pressed = this.#isPressed && !this.#isOver ? { pressed: true } : {};
    window.parent.postMessage({ type: 'annotate:consent', state, height, ...pressed }, '*');
  }

  #find(selector: string): HTMLElement {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
    return found;
  }
}

export const pageScript = `new (${QuestionPage.toString()})(new (${QuestionForm.toString()})()).start()`;
