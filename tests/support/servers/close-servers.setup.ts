import { afterAll } from 'vitest';
import { closeTestDatabases } from '../databases/create-test-db.ts';
import { closeTablesServers } from './create-tables-server.ts';
import { closeTestServers } from './create-test-server.ts';

// Support modules are loaded once per worker, this file before every test file.
afterAll(async () => {
  await closeTestServers();
  closeTablesServers();
  await closeTestDatabases();
});
