import { ranksByOwner, toSeasonScoring } from '../season-series.ts'
import type { Season } from '../use-history.ts'
import styles from './owner-charts.module.css'
import { PointsChart } from './points-chart.tsx'
import { RankChart } from './rank-chart.tsx'

type Props = { seasons: readonly Season[]; owner: string }

/** Rank and points per game of one owner by season. */
export function OwnerCharts({ seasons, owner }: Props) {
  const years = seasons.map(({ season }) => season)
  return (
    <div className={styles['charts']}>
      <RankChart ranksByOwner={ranksByOwner(seasons)} years={years} owner={owner} />
      <PointsChart owner={owner} scoring={toSeasonScoring(seasons, owner)} years={years} />
    </div>
  )
}
