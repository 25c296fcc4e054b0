#!/usr/bin/env node
import { thisMachine } from './machine.ts';
import { run } from './run.ts';

// Not `process.exit`: what is on its way into a pipe is still to arrive.
process.exitCode = await run(thisMachine());
