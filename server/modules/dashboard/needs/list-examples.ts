import type { NeedsResponse } from '#contract/calls/admin/needs.ts';
import { mayAdmin } from '#contract/constants/admin-roles.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { SITE_TEXTS } from '#contract/constants/texts/site-texts.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** Example values of the brand, with the owner's label for each. */
const BRAND_EXAMPLES: readonly [label: string, pick: (brand: Brand) => unknown][] = [
  ['Company', ({ company }) => company],
  ['Email address', ({ email }) => email],
  ['Address for advertising', ({ advertisingEmail }) => advertisingEmail],
  ['Telephone', ({ phone }) => phone],
  ['Postal address', ({ address }) => address.join()],
  ['Links to social networks', ({ social }) => Object.values(social).join()],
  ['Links to app stores', ({ stores }) => Object.values(stores).join()],
  ['Story of the creator', ({ landing }) => landing?.creatorStory],
];

/** Example texts that the owner has not replaced yet. */
export async function listExamples(
  { settings }: ServerDeps,
  { admin }: Actor,
): Promise<NeedsResponse['examples']> {
  if (admin && !mayAdmin(admin.role, 'write', 'settings')) return [];
  const { brand, texts } = await settings.read();
  const brandExamples = BRAND_EXAMPLES.filter(([, pick]) => pick(brand) === pick(DEFAULT_BRAND));
  const textExamples = Object.entries(SITE_TEXTS).flatMap(([page, group]) =>
    Object.entries(group.texts)
      .filter(
        ([name, { isExample }]) => isExample && texts.texts?.[`${page}.${name}`] === undefined,
      )
      .map(([, { label }]) => ({ label, to: `/admin/settings?part=texts&page=${page}` })),
  );
  return [...brandExamples.map(([label]) => ({ label, to: '/admin/settings' })), ...textExamples];
}
