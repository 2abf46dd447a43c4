import { Fragment, type ReactNode } from 'react';

/** Bold, code, and links to this site, https, mail and telephone. Anything else is plain text. */
const INLINE =
  /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\((\/[\w/?=&#-]*|https:\/\/[^\s)]+|mailto:[^\s)]+|tel:[^)]+)\)/g;

/** Renders a small part of Markdown: paragraphs, lists, tables and the `INLINE` syntax. Never HTML. */
export function Markdown({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => <Block key={block} lines={block.trim().split('\n')} />);
}

function Block({ lines }: { lines: readonly string[] }) {
  const [first = ''] = lines;
  if (first.startsWith('|')) return <Table rows={lines.map(cellsOf)} />;
  if (!first.startsWith('- ')) return <p dir="auto">{inline(lines.join(' '))}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line} dir="auto">
          {inline(line.replace(/^- /, ''))}
        </li>
      ))}
    </ul>
  );
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function Table({ rows: [head = [], , ...rows] }: { rows: readonly string[][] }) {
  return (
    <div className="table-scroll">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col" dir="auto">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell) => (
                <td key={cell} dir="auto">
                  {inline(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, code, label, target] = found;
    parts.push(<Fragment key={`before ${found.index}`}>{text.slice(end, found.index)}</Fragment>);
    if (bold) parts.push(<b key={found.index}>{bold}</b>);
    else if (code) parts.push(<code key={found.index}>{code}</code>);
    else {
      parts.push(
        <a
          key={found.index}
          href={target?.startsWith('tel:') ? target.replaceAll(' ', '') : target}
        >
          {label}
        </a>,
      );
    }
    end = found.index + whole.length;
  }
  return [...parts, <Fragment key="end">{text.slice(end)}</Fragment>];
}
