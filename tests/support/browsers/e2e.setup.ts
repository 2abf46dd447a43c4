import { afterAll, afterEach, beforeEach } from 'vitest';
import { finishFile, finishTest, startTest } from './e2e.ts';

// This file runs before every test file, but the module of these functions is loaded only once per worker.
beforeEach(startTest);
afterEach(finishTest);
afterAll(finishFile);
