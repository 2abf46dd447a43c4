import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';

export interface Person {
  readonly email: string;
  readonly password: string;
}

export const newPerson = (): Person => ({
  email: `mother-${randomUUID()}@example.com`,
  password: 'the lord is my shepherd',
});

/** The form of /login and /signup. */
export function authPage(page: Page) {
  const email = page.getByLabel('Email address');
  const password = page.getByLabel(/^(New password|Password)$/);
  const fill = async (person: Person) => {
    await email.fill(person.email);
    await password.fill(person.password);
  };
  return {
    email,
    password,
    code: page.getByLabel('Code'),
    error: page.getByRole('main').getByRole('alert'),
    message: page.getByRole('main').getByRole('status'),
    submit: (name: string) => page.getByRole('button', { name, exact: true }),
    show: (name: string) =>
      page.getByRole('main').getByRole('button', { name, exact: true }).click(),
    link: (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }),
    fill,
    async signUp(person: Person) {
      await page.goto('/signup');
      await fill(person);
      await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    },
    async signIn(person: Person) {
      await page.goto('/login');
      await fill(person);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    },
  };
}
