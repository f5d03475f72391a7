import table from '../../ui/display/table.module.css'
import { TableHead } from '../../ui/display/table-head.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import ui from '../../ui/ui.module.css'
import styles from './status-table.module.css'
import type { StatusRow } from './use-refresh.ts'

const STATUS_LABELS: Record<StatusRow['status'], string> = {
  never: 'Never',
  running: 'Running',
  ok: 'OK',
  skipped: 'Skipped',
  error: 'Error',
}

const STATUS_TONES = { never: undefined, running: 'info', ok: 'good', skipped: 'warn', error: 'bad' } as const

type Props = { rows: readonly StatusRow[] }

/** The outcome of the last refresh of each league. */
export function StatusTable({ rows }: Props) {
  return (
    <table className={`${table.table} ${styles.table}`} data-stacks data-flush>
      <TableHead columns={['League', 'Season', 'Status', 'Updated']} />
      <tbody>
        {rows.map((row) => (
          <LeagueStatusRows key={row.name} row={row} />
        ))}
      </tbody>
    </table>
  )
}

/** A league's status, followed by an expandable row with the last error. */
function LeagueStatusRows({ row }: { row: StatusRow }) {
  const updatedAt = row.last_updated ?? row.updated_at
  return (
    <>
      <tr data-has-error={row.last_error === null ? undefined : true}>
        <th scope="row">{row.name}</th>
        <td className={styles.season}>{row.season ?? '—'}</td>
        <td>
          <span className={styles.status} data-tone={STATUS_TONES[row.status]}>
            {STATUS_LABELS[row.status]}
          </span>
        </td>
        <td>{updatedAt === null ? '—' : <RelativeTime at={updatedAt} />}</td>
      </tr>
      {row.last_error === null ? null : (
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is not a control */}
          <td colSpan={4}>
            <details className={`${ui.link} ${styles.error}`}>
              <summary>Show details</summary>
              <p>{row.last_error}</p>
            </details>
          </td>
        </tr>
      )}
    </>
  )
}
