import type { ReactNode } from 'react';
import { MoveHandle, type MoveHandleProps } from '#renderer/components/lists/move-handle.tsx';
import { useSortableRow } from '#renderer/components/lists/use-sortable-row.ts';

interface OrderedRowProps extends Omit<MoveHandleProps, 'sortable'> {
  id: number;
  className: string | undefined;
  children: ReactNode;
}

/** A table row with a handle to drag it, which also opens a menu with moves. */
export function OrderedRow({ id, className, children, ...handle }: OrderedRowProps) {
  const { sortable, row } = useSortableRow(id, className);
  return (
    <tr {...row}>
      {children}
      <td className="handle">
        <MoveHandle sortable={sortable} {...handle} />
      </td>
    </tr>
  );
}
