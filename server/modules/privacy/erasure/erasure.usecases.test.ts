import { describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createPrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';
import { approveDeletion } from '../decisions.usecases.ts';
import { carryOutErasure } from './erasure.usecases.ts';

describe.each(ENGINES)('an erasure on %s', (engine) => {
  test('[X1] is approved and carried out in full or not at all, at whichever statement the server dies', async () => {
    const server = await createTestServer({ engine, rows: { audio_content: [buildTrack()] } });
    const privacyAdmin = await createPrivacyAdmin(server);
    const testUser = await signUp(server);
    const { client, email, user } = testUser;
    await client.from('profiles').upsert({ id: user.id, username: 'Ruth' }).throwOnError();
    await client.from('favorites').insert({ user_id: user.id, content_id: 1 }).throwOnError();
    const id = await privacyAdmin.ask(testUser);

    const toApprove = await dieAtEveryStatement(server.db, (db) =>
      approveDeletion({ ...server.deps, db }, id),
    );
    expect(toApprove).toBeGreaterThan(2);
    const toErase = await dieAtEveryStatement(server.db, (db) =>
      carryOutErasure({ ...server.deps, db }, id, { actor: 'service_role', typed: email }),
    );
    expect(toErase).toBeGreaterThan(10);

    const { kysely } = server.db;
    expect(await kysely.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await kysely.selectFrom('tombstones').selectAll().execute()).not.toEqual([]);
    expect((await privacyAdmin.requests()).map(({ status }) => status)).toEqual(['erased']);
    const goodbyes = server.outbox().filter(({ subject }) => subject.endsWith('is deleted'));
    expect(goodbyes).toHaveLength(1);
  });
});
