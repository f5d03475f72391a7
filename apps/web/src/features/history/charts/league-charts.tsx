import { placesOf, scoringOf } from '../season-series.ts'
import type { Season } from '../use-history.ts'
import styles from './league-charts.module.css'
import { PointsChart } from './points-chart.tsx'
import { RankChart } from './rank-chart.tsx'

type Props = { seasons: readonly Season[]; owner: string }

/** One owner's way through the seasons. */
export function LeagueCharts({ seasons, owner }: Props) {
  const years = seasons.map(({ season }) => season)
  return (
    <div className={styles['charts']}>
      <RankChart places={placesOf(seasons)} years={years} owner={owner} />
      <PointsChart owner={owner} scoring={scoringOf(seasons, owner)} years={years} />
    </div>
  )
}
