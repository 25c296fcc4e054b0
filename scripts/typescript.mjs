// Lets Node 20 run the sources as they are: node --import ./scripts/typescript.mjs file.ts
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
