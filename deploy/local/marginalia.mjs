#!/usr/bin/env node
import { launch, prepare } from './prepare.mjs';

// The command line itself is apps/cli; it reads process.argv. Nothing here writes to stdout, which belongs to it.
await launch(prepare);
if (!process.exitCode) await import('../../dist/apps/cli/src/main.js');
