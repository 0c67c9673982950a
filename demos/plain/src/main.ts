import { CheckoutDialog } from './components/checkout-dialog.ts';
import './components/index.ts';
import { ToastMessage } from './components/toast-message.ts';
import { followLinks } from './route.ts';
import { part } from './shop-element.ts';

const count = part(document, '[data-testid=cart-count]');
const checkout = part(document, 'checkout-dialog');

document.addEventListener('add-to-cart', () => {
  count.textContent = String(Number(count.textContent) + 1);
});
part(document, '[data-testid=open-checkout]').addEventListener('click', () => {
  if (checkout instanceof CheckoutDialog) checkout.open(Number(count.textContent));
});
part(document, '[data-testid=show-toast]').addEventListener('click', () => {
  document.body.append(ToastMessage.saying('The crew has been told.'));
});
followLinks();
