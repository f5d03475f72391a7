import { type ReactNode, useId, useRef } from 'react'
import table from '../../../ui/table.module.css'
import { useWidth } from '../../../ui/use-width.ts'
import styles from './plot.module.css'

type Props = {
  title: string
  /** What the picture shows, in a sentence. */
  summary: string
  note?: ReactNode
  height: number
  /** Draws the picture in so many CSS pixels. */
  children: (width: number) => ReactNode
  columns: readonly string[]
  /** The same as text; the first cell of a row names it. */
  rows: readonly (readonly (string | number)[])[]
}

/** A picture of figures with its title, and the figures themselves in a table on demand. */
export function Plot({ title, summary, note, height, children, columns, rows }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const id = useId()
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption id={id} className={styles['title']}>
        {title}
      </figcaption>
      {note === undefined ? null : <p className={styles['note']}>{note}</p>}
      <div ref={frame} className={styles['plot']} style={{ height }}>
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={summary}>
            {children(width)}
          </svg>
        )}
      </div>
      <details className={styles['table']}>
        <summary>As a table</summary>
        <section
          className={styles['scroll']}
          aria-label={`${title}, as a table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the keyboard scrolls it sideways
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
        >
          <table className={table['table']} data-dense>
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <th key={column} scope="col" className={at === 0 ? undefined : table['number']}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]} className={table['number']}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
