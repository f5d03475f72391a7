import { RelativeTime } from '../../ui/relative-time.tsx'
import table from '../../ui/table.module.css'
import styles from './status-table.module.css'
import type { StatusRow } from './use-refresh.ts'

const STATUS_LABELS: Record<StatusRow['status'], string> = {
  never: 'Never',
  running: 'Running',
  ok: 'OK',
  skipped: 'Skipped',
  error: 'Error',
}

type Props = { rows: readonly StatusRow[]; now: Date }

/** How the last refresh of each league went. */
export function StatusTable({ rows, now }: Props) {
  return (
    <table className={`${table['table']} ${styles['table']}`} data-stacks>
      <thead>
        <tr>
          <th scope="col">League</th>
          <th scope="col">Season</th>
          <th scope="col">Status</th>
          <th scope="col">Updated</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LeagueStatusRows key={row.name} row={row} now={now} />
        ))}
      </tbody>
    </table>
  )
}

/** A league's status, and beneath it what went wrong, in full on demand. */
function LeagueStatusRows({ row, now }: { row: StatusRow; now: Date }) {
  const updated = row.last_updated ?? row.updated_at
  return (
    <>
      <tr data-continued={row.last_error === null ? undefined : true}>
        <th scope="row">{row.name}</th>
        <td className={styles['season']}>{row.season ?? '—'}</td>
        <td>
          <span className={styles['status']} data-status={row.status}>
            {STATUS_LABELS[row.status]}
          </span>
        </td>
        <td>{updated === null ? '—' : <RelativeTime at={updated} now={now} />}</td>
      </tr>
      {row.last_error === null ? null : (
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the cell is no control */}
          <td colSpan={4}>
            <details className={styles['error']}>
              <summary>What happened</summary>
              <p>{row.last_error}</p>
            </details>
          </td>
        </tr>
      )}
    </>
  )
}
