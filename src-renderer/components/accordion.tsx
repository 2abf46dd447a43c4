import type { ReactNode } from 'react';

interface AccordionItem {
  question: string;
  answer: ReactNode;
}

interface AccordionProps {
  /** Items with the same name close each other; must be unique per accordion on a page. */
  name: string;
  items: readonly AccordionItem[];
  /** Sans-serif questions, for use inside a card. */
  plain?: boolean;
}

/** Single-open, collapsible accordion of native `details` elements; works without scripts. */
export function Accordion({ name, items, plain = false }: AccordionProps) {
  return (
    <div className={`accordion${plain ? ' plain' : ''}`}>
      {items.map(({ question, answer }) => (
        <details key={question} name={name}>
          <summary dir="auto">{question}</summary>
          {typeof answer === 'string' ? (
            <p dir="auto">{answer}</p>
          ) : (
            <div className="accordion-body">{answer}</div>
          )}
        </details>
      ))}
    </div>
  );
}
