import { expect, test } from 'vitest';
import { HER, verbsOf } from '#tests/support/policy-verbs.ts';
import { notificationsPolicy } from './notifications.policy.ts';

test('words to her reach her and nobody else', () => {
  expect(
    verbsOf(notificationsPolicy, {
      publish_at: '2026-02-01T00:00:00.000Z',
      created_at: '2026-02-01T00:00:00.000Z',
      announced_at: null,
      withdrawn_at: null,
      user_id: HER,
      stage: null,
    }),
  ).toEqual({
    owner: 'select',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('words to everybody reach everybody who has an account', () => {
  expect(
    verbsOf(notificationsPolicy, {
      publish_at: '2026-02-01T00:00:00.000Z',
      created_at: '2026-02-01T00:00:00.000Z',
      announced_at: null,
      withdrawn_at: null,
      user_id: null,
      stage: null,
    }),
  ).toEqual({
    owner: 'select',
    other: 'select',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('words to one stage reach those in it', () => {
  expect(
    verbsOf(
      notificationsPolicy,
      {
        publish_at: '2026-02-01T00:00:00.000Z',
        created_at: '2026-02-01T00:00:00.000Z',
        announced_at: null,
        withdrawn_at: null,
        user_id: null,
        stage: 'BIRTHING',
      },
      { stage: 'BIRTHING', isPaused: false },
    ),
  ).toEqual({
    owner: 'select',
    other: 'select',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('words to another stage do not reach her', () => {
  expect(
    verbsOf(
      notificationsPolicy,
      {
        publish_at: '2026-02-01T00:00:00.000Z',
        created_at: '2026-02-01T00:00:00.000Z',
        announced_at: null,
        withdrawn_at: null,
        user_id: null,
        stage: 'BIRTHING',
      },
      { stage: 'POSTBIRTH', isPaused: false },
    ),
  ).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('whoever has paused everything is left in peace', () => {
  expect(
    verbsOf(
      notificationsPolicy,
      {
        publish_at: '2026-02-01T00:00:00.000Z',
        created_at: '2026-02-01T00:00:00.000Z',
        announced_at: null,
        withdrawn_at: null,
        user_id: null,
        stage: null,
      },
      { stage: null, isPaused: true },
    ),
  ).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('what is withdrawn is gone for her', () => {
  expect(
    verbsOf(notificationsPolicy, {
      publish_at: '2026-02-01T00:00:00.000Z',
      created_at: '2026-02-01T00:00:00.000Z',
      announced_at: null,
      withdrawn_at: '2026-02-02T00:00:00.000Z',
      user_id: HER,
      stage: null,
    }),
  ).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});

test('what is planned is not there until it has been announced', () => {
  expect(
    verbsOf(notificationsPolicy, {
      publish_at: '2026-02-03T00:00:00.000Z',
      created_at: '2026-02-01T00:00:00.000Z',
      announced_at: null,
      withdrawn_at: null,
      user_id: HER,
      stage: null,
    }),
  ).toEqual({
    owner: '',
    other: '',
    guest: '',
    admin: 'select insert update delete',
  });
});
