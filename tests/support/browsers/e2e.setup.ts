import { afterAll, afterEach, beforeEach } from 'vitest';
import { finishFile, finishTest, startTest } from './e2e.ts';

// The module of these functions is loaded once per worker, this file before every test file.
beforeEach(startTest);
afterEach(finishTest);
afterAll(finishFile);
