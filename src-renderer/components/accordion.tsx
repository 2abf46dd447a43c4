import type { ReactNode } from 'react';

interface AccordionItem {
  question: string;
  answer: ReactNode;
}

interface AccordionProps {
  /** Items of one name close each other; distinct for every accordion of a page. */
  name: string;
  items: readonly AccordionItem[];
  /** The sans face, for settings and help among other rows. */
  plain?: boolean;
}

/** Single-open and collapsible by the browser itself: it works before and without any script. */
export function Accordion({ name, items, plain = false }: AccordionProps) {
  return (
    <div className={`acc${plain ? ' plain' : ''}`}>
      {items.map(({ question, answer }) => (
        <details key={question} name={name}>
          <summary>{question}</summary>
          {typeof answer === 'string' ? <p>{answer}</p> : <div className="acc-body">{answer}</div>}
        </details>
      ))}
    </div>
  );
}
