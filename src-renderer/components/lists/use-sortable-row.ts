import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

/** A row of a `SortableList`: the props of its element, and `sortable` for its `MoveHandle`. */
export function useSortableRow(id: number, className = '') {
  const sortable = useSortable({ id });
  const { setNodeRef, transform, transition, isDragging } = sortable;
  const row = {
    ref: setNodeRef,
    className: `${className}${isDragging ? ' dragging' : ''}`.trim() || undefined,
    style: { transform: CSS.Translate.toString(transform), transition },
  };
  return { sortable, row };
}
