import { afterAll } from 'vitest';
import { closeTestDatabases } from '../databases/create-test-db.ts';
import { closeTablesServers } from './create-tables-server.ts';
import { closeTestServers } from './create-test-server.ts';

// A worker keeps modules between test files, so a hook in one of those would run for the first file only.
afterAll(async () => {
  await closeTestServers();
  closeTablesServers();
  await closeTestDatabases();
});
