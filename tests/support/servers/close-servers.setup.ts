import { afterAll } from 'vitest';
import { closeTestDatabases } from '../databases/create-test-db.ts';
import { closeTablesServers } from './create-tables-server.ts';
import { closeTestServers } from './create-test-server.ts';

// Vitest runs this file before every test file, but loads each support module only once per worker.
afterAll(async () => {
  await closeTestServers();
  closeTablesServers();
  await closeTestDatabases();
});
