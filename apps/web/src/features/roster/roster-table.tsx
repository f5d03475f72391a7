import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { hasProjections, NoProjections } from '../../ui/feedback/no-projections.tsx'
import { hasBegun } from '../../ui/format/player-game.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import { formatOpponent } from './format.ts'
import styles from './roster-rows.module.css'
import { GameAndWeather, hasGame, Player, Score, Slot, Tags, tagsOf } from './roster-rows.tsx'
import { projectionDifference, toRosterSections, totalPoints } from './roster-sections.ts'
import type { Roster, RosterRow } from './use-roster.ts'

/** Where all columns fit. From 1080 pixels on, the news is beside the table. */
const WIDE = '(min-width: 880px) and (max-width: 1079.98px), (min-width: 1200px)'

type Props = {
  players: readonly RosterRow[]
  /** Whether the players have points. */
  hasPoints: boolean
  /** Whose data they are. */
  provider: Roster['provider']
  now: Date
  /** Whether another week is loading. */
  isPlaceholderData: boolean
}

/** A player, or the sum of the starters, who has no row. */
type Line = Pick<RosterRow, 'proj' | 'actual'> & { row: RosterRow | null; section?: string }

/** The roster of a week. What nobody has, such as opponents of a season that is long over, is left out. */
export function RosterTable({ players, hasPoints, provider, now, isPlaceholderData }: Props) {
  const isWide = useMediaQuery(WIDE)
  const { starters, bench, reserve } = toRosterSections(players)
  const toLine = (row: RosterRow): Line => ({ row, proj: row.proj, actual: row.actual })
  const lines = [
    ...starters.map(toLine),
    ...(starters.length === 0 || !hasPoints ? [] : [{ row: null, ...totalPoints(starters) }]),
    ...Object.entries({ Bench: bench, 'Injured reserve': reserve }).flatMap(([section, rows]) =>
      rows.map((row) => ({ ...toLine(row), section })),
    ),
  ]
  return (
    <>
      <DataTable
        caption="Starters and bench"
        columns={[
          { id: 'slot', label: 'Slot', kind: 'text', cell: ({ row }) => row && <Slot row={row} /> },
          ...(isWide ? [text('team', 'Team', (row) => row.nfl_team)] : []),
          {
            id: 'player',
            label: 'Player',
            cell: ({ row }) => (row === null ? 'Starters total' : <Player row={row} />),
          },
          ...(isWide
            ? [
                text('opponent', 'Opponent', formatOpponent),
                text(
                  'game',
                  'Game',
                  (row) => (hasGame(row) ? '' : null),
                  (row) => <GameAndWeather row={row} now={now} />,
                ),
              ]
            : []),
          ...(hasPoints ? pointsColumns(now, hasProjections({ provider })) : []),
          ...(isWide
            ? [
                {
                  ...text(
                    'tags',
                    'Tags',
                    (row) => (tagsOf(row).length > 0 ? '' : null),
                    (row) => <Tags row={row} />,
                  ),
                  missing: () => '',
                },
              ]
            : []),
        ]}
        rows={lines}
        // The key includes the player, so that only a score change is highlighted, not a lineup change.
        keyOf={({ row }) => (row === null ? 'total' : `${row.slot_id} ${row.espn_id ?? row.id}`)}
        head="player"
        heading={(line) =>
          line === lines.find(({ section }) => section === line.section) ? (line.section ?? null) : null
        }
        isTotal={({ row }) => row === null}
        isMuted={({ section }) => section !== undefined}
        isStale={isPlaceholderData}
        detail={({ row }) => (isWide || row === null ? null : renderDetails(row, now))}
      />
      {hasPoints ? <NoProjections season={{ provider }} /> : null}
    </>
  )
}

/** A column of text about the players; an empty slot and the total have none. */
function text(
  id: string,
  label: string,
  value: (row: RosterRow) => string | null,
  cell?: (row: RosterRow) => ReactNode,
): Column<Line> {
  return {
    id,
    label,
    kind: 'text',
    value: ({ row }) => row && value(row),
    ...(cell === undefined ? {} : { cell: ({ row }: Line) => row && cell(row) }),
    missing: ({ row }) => (row?.player == null ? '' : '—'),
  }
}

/** The points of players, and of all starters. */
function pointsColumns(now: Date, hasProjections: boolean): Column<Line>[] {
  const missing = ({ row }: Line) => (row?.player === null ? '' : <Text tone="muted">—</Text>)
  const score: Column<Line> = {
    id: 'score',
    label: 'Score',
    value: ({ actual }) => actual,
    cell: ({ row, actual }) => (
      <Score
        actual={actual}
        difference={row && projectionDifference(row, now)}
        isStrong={row === null || hasBegun(row.nfl_game)}
      />
    ),
    missing,
  }
  if (!hasProjections) return [score]
  const projected = { id: 'proj', label: 'Proj', name: 'Projected', value: ({ proj }: Line) => proj, missing }
  return [{ ...projected, cell: ({ proj }) => formatPoints(proj) }, score]
}

/** What has columns of its own where there is room. */
function renderDetails(row: RosterRow, now: Date) {
  const game = [row.nfl_team, formatOpponent(row)].filter((text) => text !== null).join(' ')
  if (game === '' && !hasGame(row) && tagsOf(row).length === 0) return null
  return (
    <Row wraps className={styles.details}>
      {game === '' ? null : <span>{game}</span>}
      {hasGame(row) ? <GameAndWeather row={row} now={now} /> : null}
      <Tags row={row} />
    </Row>
  )
}
