import { afterAll } from 'vitest';
import { closeTestDatabases } from '../databases/create-test-db.ts';
import { closeTablesServers } from './create-tables-server.ts';
import { closeTestServers } from './create-test-server.ts';

// Vitest runs this file before every test file, so each test file gets the hook. A support module is loaded once per
// worker, so a hook in it would close the servers of only one test file.
afterAll(async () => {
  await closeTestServers();
  closeTablesServers();
  await closeTestDatabases();
});
