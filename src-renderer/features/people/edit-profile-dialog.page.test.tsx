import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { PNG } from '#tests/support/sample-files.ts';
import type { TestServer } from '#tests/support/servers/create-test-server.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

let server: TestServer;
let shown: ReturnType<typeof render>;
beforeEach(async () => {
  server ??= await openPageOf();
  await signInHere();
  shown = render(<EditProfileDialog saved={{ username: 'Ruth', avatar_url: '' }} />);
  await shown.user.click(screen.getByRole('button', { name: 'Edit Profile' }));
});

const name = () => screen.getByLabelText<HTMLInputElement>('Username');
const picture = () => screen.getByLabelText<HTMLInputElement>('Avatar URL');

test('[U2] a picture’s address is a web address, and a reopened dialog shows the saved values', async () => {
  await shown.user.type(name(), ' the Moabite');
  await shown.user.type(picture(), 'HTTPS://example.org/a.png');
  expect(picture().validity.valid).toBe(true);
  await shown.user.clear(picture());
  await shown.user.type(picture(), 'ftp://example.org/a.png');
  expect(picture().validity.valid).toBe(false);
  await shown.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await shown.user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  expect([name().value, picture().value]).toEqual(['Ruth', '']);
});

test('[U2] a file other than a picture is refused at its field; a picture is uploaded, shown and saved', async () => {
  const upload = (content: BlobPart) =>
    shown.user.upload(
      screen.getByLabelText('Upload a picture'),
      new File([content], 'ruth.png', { type: 'image/png' }),
    );
  const isInvalid = () => screen.getByLabelText('Upload a picture').getAttribute('aria-invalid');
  await upload('no picture at all');
  await waitFor(() => expect(isInvalid()).toBe('true'));
  expect(picture().value).toBe('');
  await upload(Uint8Array.from(PNG));
  await waitFor(() => expect(picture().value).toContain('/storage/v1/object/public/avatars/'));
  expect(document.querySelector('.avatar-pick img')?.getAttribute('src')).toBe(picture().value);
  await shown.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const saved = await server.db.kysely.selectFrom('profiles').select('avatar_url').execute();
  expect(saved.some(({ avatar_url }) => avatar_url?.includes('/avatars/'))).toBe(true);
});
