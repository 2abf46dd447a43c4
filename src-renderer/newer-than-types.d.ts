/** What browsers have and TypeScript's types do not, each perhaps missing in one of ours. */

/** Network Information API: Chromium's alone. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean };
}

/** Trusted Types, as far as this program and its tests meet them. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL?(): string; createHTML?(text: string): string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;
