import { DataTable } from '../../ui/display/data-table.tsx'
import { RelativeTime } from '../../ui/feedback/freshness.tsx'
import ui from '../../ui/ui.module.css'
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
    <DataTable
      caption="Last refresh of each league"
      columns={[
        { id: 'name', label: 'League', cell: ({ name }) => name },
        { id: 'season', label: 'Season', kind: 'text', cell: ({ season }) => season ?? '—' },
        {
          id: 'status',
          label: 'Status',
          kind: 'text',
          isStrong: true,
          cell: ({ status }) => STATUS_LABELS[status],
          tone: ({ status }) => STATUS_TONES[status],
        },
        {
          id: 'updated',
          label: 'Updated',
          kind: 'text',
          cell: ({ last_updated: last, updated_at: updated }) => {
            const at = last ?? updated
            return at === null ? '—' : <RelativeTime at={at} />
          },
          below: 'line',
        },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      head="name"
      detail={({ last_error: error }) =>
        error === null ? null : (
          <details className={ui.link}>
            <summary>Show details</summary>
            <p>{error}</p>
          </details>
        )
      }
      isStacked
      isPlain
    />
  )
}
