import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { ImportedMark } from '../../../ui/display/imported-mark.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import { DEPTH_LABELS, describeSource, hasBegun } from '../season-status.ts'
import type { Season, SeasonStanding } from '../use-history.ts'

type Props = {
  /** undefined if the season is no longer stored. */
  season: Season | undefined
}

type ScoreColumn = 'W-L-T' | 'PF' | 'PA' | 'Points'

const SCORE_COLUMNS: Record<Season['scoring_format'], readonly ScoreColumn[]> = {
  points: ['W-L-T', 'PF', 'PA'],
  categories: ['W-L-T'],
  total_points: ['Points'],
  roto: ['Points'],
  elimination: ['Points'],
  unknown: ['W-L-T', 'PF', 'PA'],
}

const COLUMNS: Record<ScoreColumn, Column<SeasonStanding>> = {
  'W-L-T': { id: 'record', label: 'W-L-T', cell: formatFullRecord },
  PF: {
    id: 'pf',
    label: 'PF',
    name: 'Points for',
    value: ({ pf }) => pf,
    cell: ({ pf }) => formatPoints(pf),
  },
  PA: {
    id: 'pa',
    label: 'PA',
    name: 'Points against',
    value: ({ pa }) => pa,
    cell: ({ pa }) => formatPoints(pa),
  },
  Points: { id: 'pf', label: 'Points', value: ({ pf }) => pf, cell: ({ pf }) => formatPoints(pf) },
}

/** Final or current standings of a season. */
export function SeasonTable({ season }: Props) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  if (season === undefined) return <EmptyState>This season isn't available.</EmptyState>
  const { standings, records_excluded: excluded, imported, depth, scoring_format: format } = season
  const note = describeFormat(format)
  const isStarted = hasBegun(season)
  return (
    <div className={ui.stack12}>
      {excluded === null ? null : <Notice tone="warn">Excluded from records: {excluded.reason}</Notice>}
      <DataTable
        caption={`Standings of ${season.season}`}
        columns={[
          { id: 'rank', label: '#', kind: 'rank', cell: ({ rank }) => (isStarted ? rank : '—') },
          {
            id: 'team',
            label: 'Team',
            cell: ({ name, owner }) => (
              <TeamCell
                team={
                  owner === null
                    ? { name, logo: null }
                    : { name, logo: getPictureUrl(owner), color: getColor(owner) }
                }
              >
                {owner === null ? (
                  <span className={ui.note}>No owner</span>
                ) : (
                  <button
                    type="button"
                    className={ui.note}
                    onClick={() => openOverlay({ kind: 'owner', owner })}
                  >
                    {owner}
                  </button>
                )}
              </TeamCell>
            ),
          },
          ...SCORE_COLUMNS[format].map((label) => COLUMNS[label]),
        ]}
        rows={standings}
        keyOf={(team) => team.team_id}
        head="team"
        opensRows
        isPlain
      />
      {note === null ? null : <p className={ui.note}>{note}</p>}
      <p className={ui.note}>
        {describeSource(season)} · {DEPTH_LABELS[depth]}
        <ImportedMark imported={imported} />
      </p>
    </div>
  )
}
