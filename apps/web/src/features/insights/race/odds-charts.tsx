import { line } from 'd3-shape'
import { teamColorStyle } from '../../../theme/team-color.ts'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import type { OddsHistory, OddsPoint } from './odds-by-team.ts'
import styles from './odds-charts.module.css'
import { bySeed, formatShare } from './race-format.ts'
import type { Race } from './use-race.ts'

const WIDTH = 220
const HEIGHT = 96
const INSET = 6

type Props = { race: Race; odds: OddsHistory; teamOf: TeamOf }

/** A chart per team: its odds after each week, in front of those of all others. */
export function OddsCharts({ race, odds, teamOf }: Props) {
  const weeks = [...new Set([...odds.values()].flat().map(({ week }) => week))].sort((a, b) => a - b)
  const [first = 0, last = 1] = [weeks.at(0), weeks.at(-1)]
  const x = (week: number) => INSET + ((week - first) / Math.max(1, last - first)) * (WIDTH - 2 * INSET)
  const y = (share: number) => HEIGHT - INSET - share * (HEIGHT - 2 * INSET)
  const toPath = line<OddsPoint>()
    .x(({ week }) => x(week))
    .y(({ share }) => y(share))
  const paths = new Map([...odds].map(([teamId, points]) => [teamId, toPath([...points]) ?? '']))
  const teams = bySeed(race.teams)
  return (
    <>
      <ul className={styles.charts}>
        {teams.map(({ team_id: teamId }) => {
          const team = teamOf(teamId)
          const points = odds.get(teamId) ?? []
          const end = points.at(-1)
          return (
            <li key={teamId} className={styles.chart} style={teamColorStyle(team.color)}>
              <span className={styles.head}>
                <TeamCell team={team} size="xs" />
                <strong>{end?.text ?? '—'}</strong>
              </span>
              <svg
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                role="img"
                aria-label={`${team.name}: ${points.map(({ week, text }) => `week ${week} ${text}`).join(', ')}`}
              >
                {[0, 0.5, 1].map((share) => (
                  <line key={share} className={styles.grid} x1={0} x2={WIDTH} y1={y(share)} y2={y(share)} />
                ))}
                {[...paths]
                  .filter(([other]) => other !== teamId)
                  .map(([other, path]) => (
                    <path key={other} className={styles.other} d={path} />
                  ))}
                <path className={styles.own} d={paths.get(teamId)} />
                {points
                  .filter((point, index) => point === end || (point.isProven && !points[index - 1]?.isProven))
                  .map((point) => (
                    <circle
                      key={point.week}
                      className={styles.dot}
                      data-proven={point.isProven || undefined}
                      cx={x(point.week)}
                      cy={y(point.share)}
                      r={4}
                    />
                  ))}
              </svg>
            </li>
          )
        })}
      </ul>
      <p className={styles.axis}>
        Week {first} to week {last}, from 0 to 100%. A filled dot is proven.
      </p>
      <details className={ui.link}>
        <summary>View as table</summary>
        <DataTable
          caption="Odds by week"
          columns={[
            {
              id: 'team',
              label: 'Team',
              cell: ({ team_id: id }) => <TeamCell team={teamOf(id)} size="xs" />,
            },
            ...weeks.map((week) => ({
              id: String(week),
              label: `W${week}`,
              cell: ({ team_id: id }: Race['teams'][number]) => {
                const point = odds.get(id)?.find((each) => each.week === week)
                return point === undefined ? '—' : point.isProven ? point.text : formatShare(point.share)
              },
            })),
          ]}
          rows={teams}
          keyOf={({ team_id: id }) => id}
          head="team"
          isMine={({ team_id: id }) => teamOf(id).is_mine}
          isPlain
          isDense
        />
      </details>
    </>
  )
}
