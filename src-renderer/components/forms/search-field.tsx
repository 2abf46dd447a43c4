import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from '../icon.tsx';

/** Uses the placeholder as the accessible name, as specified. */
export function SearchField({
  placeholder,
  ...rest
}: ComponentProps<'input'> & { placeholder: string }) {
  return (
    <div className="search">
      <Icon of={Search} />
      <input type="search" placeholder={placeholder} aria-label={placeholder} {...rest} />
    </div>
  );
}
