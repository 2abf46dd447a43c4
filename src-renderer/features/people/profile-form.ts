import { z } from 'zod';
import { isUrl } from '#renderer/lib/is-url.ts';

/** The values of the profile dialog as typed. An empty picture address is saved as null. */
const profileFormSchema = z.object({
  username: z
    .string()
    .trim()
    .min(2, 'Username must be at least 2 characters')
    .max(80, 'Username must be at most 80 characters'),
  avatar_url: z
    .string()
    .trim()
    .refine((text) => text === '' || isWebAddress(text), 'Must be a valid URL'),
});

export type ProfileForm = z.infer<typeof profileFormSchema>;
export type ProfileFormErrors = { [Field in keyof ProfileForm]?: string | undefined };

/** The values to save, or one message per invalid field. */
export function readProfileForm(form: ProfileForm): {
  value?: ProfileForm;
  errors: ProfileFormErrors;
} {
  const result = profileFormSchema.safeParse(form);
  if (result.success) return { value: result.data, errors: {} };
  const { username, avatar_url } = z.flattenError(result.error).fieldErrors;
  return { errors: { username: username?.[0], avatar_url: avatar_url?.[0] } };
}

/** Requires the protocol: a partial address would resolve relative to the page. */
export function isWebAddress(text: string): boolean {
  return isUrl(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
