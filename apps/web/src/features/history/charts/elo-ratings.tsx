import { useQuery } from '@tanstack/react-query'
import { scaleLinear } from 'd3-scale'
import { Link } from '../../../router/link.tsx'
import { SeriesPlot } from '../../../ui/charts/plot.tsx'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { EmptyState, Loaded } from '../../../ui/feedback/feedback.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { useHistoryContext } from '../history-context.ts'
import { OwnerCell } from '../owners/owner-button.tsx'
import { type Elo, eloQuery } from '../use-history.ts'

export function EloRatings() {
  const { league } = useHistoryContext()
  const query = useQuery(eloQuery(league))
  return (
    <Loaded query={query} name="ratings" rows={8} height={44}>
      {(elo) =>
        elo.owners.length === 0 ? (
          <EmptyState isFramed>Ratings appear after the first final game.</EmptyState>
        ) : (
          <>
            <Grid min={460}>
              <EloChart elo={elo} />
              <EloTable elo={elo} />
            </Grid>
            <p className={ui.note}>
              Playoff games count, consolation games do not. See the{' '}
              <Link to={{ tab: 'scoreboard', view: 'bracket' }}>playoff brackets</Link> of all seasons.
            </p>
          </>
        )
      }
    </Loaded>
  )
}

function EloChart({ elo: { weeks, owners } }: { elo: Elo }) {
  const { getColor } = useHistoryContext()
  const values = owners.flatMap(({ ratings }) => ratings.filter((rating) => rating !== null))
  const scale = scaleLinear([Math.min(...values), Math.max(...values)], [0, 1]).nice()
  const [bottom = 0, top = 1] = scale.domain()
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
      height={220}
      initial={leader?.name}
      span={[0, Math.max(1, weeks.length - 1)]}
      range={[bottom, top]}
      ticks={scale.ticks(5)}
      labels={weeks.flatMap(({ season }, at) =>
        weeks[at - 1]?.season === season ? [] : [{ at, text: String(season) }],
      )}
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
      columns={['Owner', 'Rating']}
      rows={owners.map(({ name, rating }) => [name, Math.round(rating)])}
    />
  )
}

function EloTable({ elo: { owners } }: { elo: Elo }) {
  return (
    <DataTable
      caption="Current and highest ratings"
      columns={[
        { label: 'Owner', kind: 'head', cell: ({ name }) => <OwnerCell owner={name} size="xs" /> },
        { label: 'Rating', cell: ({ rating }) => Math.round(rating), isStrong: true },
        { label: 'Peak', cell: ({ peak }) => Math.round(peak.rating) },
        {
          label: 'When',
          name: 'Season and week of the peak',
          cell: ({ peak: { season, week } }) => `${season}, week ${week}`,
          views: [],
        },
        { label: 'Games', value: ({ games }) => games, views: [] },
      ]}
      rows={owners}
      keyOf={({ name }) => name}
      opensRows
      isShort
    />
  )
}
