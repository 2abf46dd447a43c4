import { useEffect } from 'react';

/**
 * Replaces `react-style-singleton` in the build: the content security policy refuses its style element and allows an
 * adopted style sheet.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  const add = (styles: string) => {
    users += 1;
    if (sheet) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
  };
  const remove = () => {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = undefined;
  };
  return function AdoptedStyle({ styles, dynamic = false }: { styles: string; dynamic?: boolean }) {
    const key = dynamic ? styles : '';
    // biome-ignore lint/correctness/useExhaustiveDependencies: as in the library, only a dynamic style follows its changes
    useEffect(() => {
      add(styles);
      return remove;
    }, [key]);
    return null;
  };
}
