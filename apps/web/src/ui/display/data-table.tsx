import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { SegmentedControl } from '../forms/field.tsx'
import { useShortList } from '../layout/disclosure.tsx'
import { Stack, useScrollEdges } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import styles from './data-table.module.css'

type Value = number | string | null

type Direction = 'ascending' | 'descending'

export type Column<Row> = {
  label: string
  /** Instead of a label that another column can have as well. */
  id?: string
  header?: ReactNode
  /** The full name of an abbreviated label. */
  name?: string
  /** What the column shows and is sorted by. A column in which every row has `null` is left out. */
  value?: (row: Row) => Value
  cell?: (row: Row) => ReactNode
  /** What is shown without a value; a dash by default. */
  missing?: (row: Row) => ReactNode
  /** The direction of the first press on the header. Without it, the column cannot be sorted by. */
  sort?: Direction
  /**
   * Numbers, the default, are right-aligned. An action has no visible label. The head names the row: a face and a name on
   * one line. It stays when the table scrolls.
   */
  kind?: 'head' | 'number' | 'text' | 'rank' | 'action' | 'center'
  hasLine?: boolean
  isStrong?: boolean
  tone?: (row: Row) => 'good' | 'bad' | 'warn' | 'info' | undefined
  /** On a phone: the chips that show the column. By default it is always shown, with none never. */
  views?: readonly string[]
  /** In a table that stacks: below the head, on a line of its own or behind its label. */
  below?: 'line' | 'labeled'
}

export type TableOrder = { column: string; direction: Direction }

type Props<Row> = {
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column<Row>[]
  /** In their order before a column is chosen, which also breaks ties. */
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The order of the rows. Without it, the table cannot be sorted. */
  sortedBy?: TableOrder
  isMine?: (row: Row) => boolean
  isMuted?: (row: Row) => boolean
  /** A line below a row while the table is in its first order, and what the line means. */
  cutoff?: { after: Row; label: ReactNode } | null
  /** Whether a click anywhere in a row opens the link of its head. */
  opensRows?: boolean
  detail?: (row: Row) => ReactNode
  /** The title of the rows that begin with a row. */
  heading?: (row: Row) => string | null
  isTotal?: (row: Row) => boolean
  /** Whether a phone shows the first four rows until a button is pressed. */
  isShort?: boolean
  /** Whether each row is a block on a phone, for cells with controls or sentences. */
  isStacked?: boolean
  /** Whether the table is part of a card instead of one itself. */
  isPlain?: boolean
  isDense?: boolean
  isStale?: boolean
}

/** On a phone it has at most a few columns, which chips above it choose. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, rows, keyOf, sortedBy, cutoff = null, detail } = props
  const [order, setOrder] = useState<TableOrder | null>(sortedBy ?? null)
  const [chosenView, setView] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const edges = useScrollEdges(scroller)
  const short = useShortList(props.isShort === true ? rows.length : 0)
  const columns = props.columns.filter(
    ({ kind, value }) => kind === 'head' || value === undefined || rows.some((row) => value(row) !== null),
  )
  const views = [...new Set(columns.flatMap((column) => column.views ?? []))]
  const view = views.find((each) => each === chosenView) ?? views[0]
  const orders = columns.flatMap(({ label, sort }) => (sort === undefined ? [] : [{ value: label, label }]))
  const isOff = (column: Column<Row>) =>
    column.views !== undefined && !column.views.some((each) => each === view)
  const lastShown = columns.findLast((column) => !isOff(column))
  const cellProps = (column: Column<Row>) => ({
    'data-kind': column.kind === 'head' ? 'text' : (column.kind ?? 'number'),
    'data-head': column.kind === 'head' || undefined,
    'data-off': isOff(column) || undefined,
    'data-last': column === lastShown || undefined,
    'data-below': column.below,
    'data-strong': column.isStrong,
    'data-line': column.hasLine === true ? true : undefined,
    'data-label': column.below === 'labeled' ? column.label : undefined,
  })
  const isFirstOrder = order?.column === sortedBy?.column && order?.direction === sortedBy?.direction
  const sorted = sortRows(
    rows,
    columns.find(({ label }) => label === order?.column),
    order?.direction,
  )
  return (
    <Stack gap={2} data-stale={props.isStale}>
      {props.isStacked === true && order !== null && orders.length > 1 ? (
        <div className={ui.phoneOnly}>
          <SegmentedControl
            isSmall
            label="Sort by"
            options={orders}
            value={order.column}
            onChange={(column) =>
              setOrder({
                column,
                direction: columns.find(({ label }) => label === column)?.sort ?? 'ascending',
              })
            }
          />
        </div>
      ) : view === undefined || views.length < 2 ? null : (
        <div className={ui.phoneOnly}>
          <SegmentedControl
            isSmall
            label={`Columns of ${caption}`}
            options={views.map((each) => ({ value: each, label: each }))}
            value={view}
            onChange={setView}
          />
        </div>
      )}
      <div
        className={`${styles.frame} ${props.isPlain === true ? '' : ui.frame}`}
        data-more-left={edges.left || undefined}
        data-more-right={edges.right || undefined}
      >
        <div
          ref={scroller}
          className={styles.scroller}
          {...(edges.left || edges.right ? { tabIndex: 0, role: 'group', 'aria-label': caption } : {})}
        >
          <table
            className={styles.table}
            data-dense={props.isDense}
            data-flush={props.isPlain}
            data-stacks={props.isStacked}
            data-opens={props.opensRows}
          >
            <caption className={props.isCaptionShown === true ? undefined : ui.hidden}>{caption}</caption>
            <thead className={props.isStacked === true ? ui.hiddenOnPhone : undefined}>
              <tr>
                {columns.map((column) => (
                  <Header
                    key={column.id ?? column.label}
                    column={column}
                    isSortable={sortedBy !== undefined}
                    order={order}
                    onPress={(direction) => setOrder({ column: column.label, direction })}
                    {...cellProps(column)}
                  />
                ))}
              </tr>
            </thead>
            <tbody className={short.className}>
              {sorted.map((row) => {
                const below = detail?.(row) ?? null
                const title = props.heading?.(row) ?? null
                return (
                  <Fragment key={keyOf(row)}>
                    {title === null ? null : (
                      <tr data-heading>
                        <th scope="rowgroup" colSpan={columns.length}>
                          {title}
                        </th>
                      </tr>
                    )}
                    <tr
                      data-mine={props.isMine?.(row) === true ? true : undefined}
                      data-muted={props.isMuted?.(row) === true ? true : undefined}
                      data-total={props.isTotal?.(row) === true ? true : undefined}
                      data-cutoff={(isFirstOrder && cutoff?.after === row) || undefined}
                      data-continues={below === null ? undefined : true}
                      {...(props.opensRows === true ? { onClick: openRow } : {})}
                    >
                      {columns.map((column) => {
                        const Cell = column.kind === 'head' ? 'th' : 'td'
                        return (
                          <Cell
                            key={column.id ?? column.label}
                            {...(column.kind === 'head' ? { scope: 'row' } : {})}
                            {...cellProps(column)}
                            data-tone={column.tone?.(row)}
                          >
                            <Content row={row} column={column} />
                          </Cell>
                        )
                      })}
                    </tr>
                    {below === null ? null : (
                      <tr>
                        <td colSpan={columns.length} data-kind="text">
                          {below}
                        </td>
                      </tr>
                    )}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        </div>
        {short.more}
        {cutoff === null || !isFirstOrder ? null : (
          <p className={`${ui.note} ${styles.legend}`}>{cutoff.label}</p>
        )}
      </div>
    </Stack>
  )
}

type HeaderProps<Row> = {
  column: Column<Row>
  isSortable: boolean
  order: TableOrder | null
  onPress: (direction: Direction) => void
  'data-kind': string
}

function Header<Row>({ column, isSortable, order, onPress, ...cell }: HeaderProps<Row>) {
  const { label, header, name, sort, kind } = column
  if (sort === undefined || !isSortable) {
    return (
      <th scope="col" {...cell} title={name}>
        {header}
        {kind === 'action' || header !== undefined ? <span className={ui.hidden}>{label}</span> : label}
      </th>
    )
  }
  const current = order?.column === label ? order.direction : undefined
  const next = current === undefined ? sort : current === 'ascending' ? 'descending' : 'ascending'
  const Arrow = (current ?? sort) === 'descending' ? ArrowDown : ArrowUp
  const arrow = <Arrow className={styles.arrow} size={14} aria-hidden="true" />
  const isText = cell['data-kind'] === 'text'
  return (
    <th scope="col" {...cell} aria-sort={current}>
      <button type="button" className={styles.sort} title={name} onClick={() => onPress(next)}>
        {isText ? null : arrow}
        {label}
        {isText ? arrow : null}
      </button>
    </th>
  )
}

function Content<Row>({ row, column: { value, cell, missing } }: { row: Row; column: Column<Row> }) {
  if (value !== undefined && value(row) === null) return <>{missing?.(row) ?? '—'}</>
  return <>{cell === undefined ? value?.(row) : cell(row)}</>
}

/** Rows without a value come last in both directions. */
function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  direction: Direction = 'ascending',
): readonly Row[] {
  const value = column?.value
  if (value === undefined) return rows
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((first, second) => {
    const [a, b] = [value(first), value(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign *
      (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en'))
    )
  })
}

/** Opens the link of a row's head. The keyboard and assistive technology use the link itself. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  const isControl =
    event.target instanceof Element && event.target.closest('a, button, input, label, select') !== null
  if (isControl || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.currentTarget.querySelector<HTMLElement>('th :is(a, button)')?.click()
}
