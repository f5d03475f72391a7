import { useQuery } from '@tanstack/react-query'
import { scaleLinear } from 'd3-scale'
import { Link } from '../../../router/link.tsx'
import { CHART_MARGIN, GridLines } from '../../../ui/charts/plot.tsx'
import { SeriesPlot } from '../../../ui/charts/series-plot.tsx'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import { type Elo, eloQuery } from '../use-history.ts'
import styles from './elo-ratings.module.css'

const HEIGHT = 340
/** Minimum width of a season label, in CSS pixels. */
const MIN_LABEL_WIDTH = 44

/** The ratings of all owners over the seasons as lines, with the current and the highest ones in a table. */
export function EloRatings() {
  const { league } = useHistoryContext()
  const query = useQuery(eloQuery(league))
  return (
    <Loaded query={query} name="ratings" rows={8} height={44}>
      {(elo) =>
        elo.owners.length === 0 ? (
          <EmptyState isFramed>Ratings appear after the first final game.</EmptyState>
        ) : (
          <div className={styles.ratings}>
            <EloChart elo={elo} />
            <EloTable elo={elo} />
            <p className={ui.note}>
              Playoff games count, consolation games do not. See the{' '}
              <Link to={{ tab: 'scoreboard', view: 'bracket' }}>playoff brackets</Link> of all seasons.
            </p>
          </div>
        )
      }
    </Loaded>
  )
}

function EloChart({ elo: { weeks, owners } }: { elo: Elo }) {
  const { getColor } = useHistoryContext()
  const values = owners.flatMap(({ ratings }) => ratings.filter((rating) => rating !== null))
  const scales = (width: number) => ({
    x: scaleLinear([0, Math.max(1, weeks.length - 1)], [CHART_MARGIN.left + 8, width - CHART_MARGIN.right]),
    y: scaleLinear(
      [Math.min(...values), Math.max(...values)],
      [HEIGHT - CHART_MARGIN.bottom - 8, CHART_MARGIN.top],
    ).nice(),
  })
  const [leader] = owners
  return (
    <SeriesPlot
      title="Ratings over time"
      summary={
        leader === undefined
          ? 'No ratings yet.'
          : `${leader.name} has the highest rating of ${owners.length} owners, ${Math.round(leader.rating)}.`
      }
      note="Choose an owner to follow the line."
      height={HEIGHT}
      initial={leader?.name}
      scales={scales}
      series={owners.map(({ name, ratings }) => ({
        id: name,
        name,
        color: getColor(name),
        points: ratings.flatMap((rating, index) => {
          const week = weeks[index]
          if (rating === null || week === undefined) return []
          const title = `${week.season}, week ${week.week}`
          return [{ at: index, value: rating, title, lines: [`Rating ${Math.round(rating)}`] }]
        }),
      }))}
      renderBackground={(width) => {
        const { x, y } = scales(width)
        return (
          <>
            <GridLines values={y.ticks(5)} y={y} width={width} formatValue={String} />
            <SeasonLabels weeks={weeks} x={x} />
          </>
        )
      }}
      columns={['Owner', 'Rating']}
      rows={owners.map(({ name, rating }) => [name, Math.round(rating)])}
    />
  )
}

/** Labels each season at its first week, skipping labels that would overlap. */
function SeasonLabels({ weeks, x }: { weeks: Elo['weeks']; x: (index: number) => number }) {
  let nextFreeX = 0
  return weeks.map(({ season }, index) => {
    const labelX = x(index)
    if (weeks[index - 1]?.season === season || labelX < nextFreeX) return null
    nextFreeX = labelX + MIN_LABEL_WIDTH
    return (
      <text key={season} x={labelX} y={HEIGHT - 6}>
        {season}
      </text>
    )
  })
}

function EloTable({ elo: { owners } }: { elo: Elo }) {
  const { openOverlay, getPictureUrl, getColor } = useHistoryContext()
  return (
    <DataTable
      caption="Current and highest ratings"
      columns={[
        {
          id: 'owner',
          label: 'Owner',
          cell: ({ name }) => (
            <TeamCell
              team={{ name, logo: getPictureUrl(name), color: getColor(name) }}
              size="xs"
              onOpen={() => openOverlay({ kind: 'owner', owner: name })}
            />
          ),
        },
        { id: 'rating', label: 'Rating', cell: ({ rating }) => Math.round(rating), isStrong: true },
        { id: 'peak', label: 'Peak', cell: ({ peak }) => Math.round(peak.rating) },
        {
          id: 'when',
          label: 'When',
          name: 'Season and week of the peak',
          cell: ({ peak: { season, week } }) => `${season}, week ${week}`,
        },
        { id: 'games', label: 'Games', value: ({ games }) => games },
      ]}
      rows={owners}
      keyOf={({ name }) => name}
      head="owner"
      opensRows
    />
  )
}
