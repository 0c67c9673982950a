/** The standalone executable's first step. Its Node is inside, so nobody has to ask which one it is. */
import { main } from '../src/main.ts';

void main();
