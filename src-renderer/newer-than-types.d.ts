/** Browser APIs missing in TypeScript's types; each may be absent in a supported browser. */

/** Network Information API: Chromium only. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean };
}

/** Trusted Types, the part used here and in tests. */
declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL?(): string; createHTML?(text: string): string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;
