/** The first file that the standalone executable runs. It contains its Node, so the version is not checked. */
import { main } from '../src/main.ts';

void main();
