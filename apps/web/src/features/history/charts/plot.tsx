import { type ReactNode, useId, useRef } from 'react'
import table from '../../../ui/table.module.css'
import { useWidth } from '../../../ui/use-width.ts'
import styles from './plot.module.css'

type Props = {
  title: string
  /** Text alternative of the chart, in one sentence. */
  summary: string
  note?: ReactNode
  height: number
  /** Renders the chart for a width in CSS pixels. */
  children: (width: number) => ReactNode
  columns: readonly string[]
  /** The chart's data as table rows. The first cell is the row header and must be unique. */
  rows: readonly (readonly (string | number)[])[]
}

/** A titled chart with a collapsible table of its data. */
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
        <summary>View as table</summary>
        <section
          className={styles['scroll']}
          aria-label={`${title} (table)`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
          tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
        >
          <table className={table['table']} data-dense>
            <thead>
              <tr>
                {columns.map((column, index) => (
                  <th key={column} scope="col" className={index === 0 ? undefined : table['number']}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={columns[index + 1]} className={table['number']}>
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
