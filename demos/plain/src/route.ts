/** Shows the page of the current address, and navigates without a reload. */
export function followLinks(): void {
  const pages = [...document.querySelectorAll<HTMLElement>('[data-page]')];
  const show = () => showPage(pages);
  for (const link of navigation()) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      history.pushState(null, '', link.pathname);
      show();
    });
  }
  addEventListener('popstate', show);
  show();
}

/** The other pages are removed from the document, as in an app with a router. */
function showPage(pages: readonly HTMLElement[]): void {
  const path = location.pathname === '/orders' ? '/orders' : '/';
  for (const page of pages) {
    page.hidden = page.dataset.page !== path;
    if (page.hidden) page.remove();
    else if (!page.isConnected) document.querySelector('.header')?.after(page);
  }
  for (const link of navigation()) {
    if (link.pathname === path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const navigation = () => document.querySelectorAll<HTMLAnchorElement>('.nav a');
