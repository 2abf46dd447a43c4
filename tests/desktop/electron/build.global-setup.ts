import { ensureBuilt } from '#server/cli/build.ts';

export async function setup() {
  await ensureBuilt(() => {});
}
