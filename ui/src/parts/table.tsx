import type { ComponentChildren, JSX } from 'preact';

export interface Column<T> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly cell: (row: T) => ComponentChildren;
}

/** Rows with a heading each; on a narrow screen, a card for each. */
export function Table<T>({
  label,
  rows,
  keyOf,
  columns: [first, ...others],
}: {
  label: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly [Column<T>, ...Column<T>[]];
}): JSX.Element {
  return (
    <table class="plain cards" aria-label={label}>
      <thead>
        <tr>
          {[first, ...others].map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber ? 'num' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ title, isNumber, cell }) => (
              <td key={title} class={isNumber ? 'num' : ''} data-title={title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
