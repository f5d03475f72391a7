import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import type { CSSProperties } from 'react'
import { Avatar } from '../../../ui/display/avatar.tsx'
import table from '../../../ui/display/data-table.module.css'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatDecimal } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import type { TeamSwap } from '../use-insights.ts'
import { explainSwap } from './explain-swap.ts'
import styles from './swap-matrix.module.css'
import { winsMore } from './swapped-record.ts'

type Props = {
  teams: readonly TeamSwap[]
  /** The team that is shown above. */
  chosen: number
  teamOf: TeamOf
  onChoose: (teamId: number) => void
}

/** All records: a row per team, a column per schedule. */
export function SwapMatrix({ teams, chosen, teamOf, onChoose }: Props) {
  const most = Math.max(
    1,
    ...teams.flatMap((team) => team.records.map((each) => Math.abs(winsMore(team, each)))),
  )
  return (
    <ChartCard
      title="All schedules"
      note="Row: whose scores. Column: whose schedule. Green is better than the real record, red is worse."
      action={<Explanation title="schedule swap" figures={explainSwap()} />}
    >
      <section
        className={table.scroller}
        aria-label="Records with all schedules"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
        tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
      >
        <table className={`${table.table} ${styles.matrix}`} data-flush>
          <caption className={ui.hidden}>Each team's record with the schedule of every team</caption>
          <thead>
            <tr>
              <th scope="col" data-head="">
                Team
              </th>
              {teams.map(({ team_id: id }) => {
                const { name, logo, color } = teamOf(id)
                return (
                  <th key={id} scope="col" className={styles.schedule} title={`Schedule of ${name}`}>
                    <Avatar name={name} src={logo} color={color} size="xs" />
                    <span className={ui.hidden}>Schedule of {name}</span>
                  </th>
                )
              })}
              <th scope="col" className={table.number}>
                Best
              </th>
              <th scope="col" className={table.number}>
                Worst
              </th>
              <th scope="col" className={table.number}>
                Average
              </th>
            </tr>
          </thead>
          <tbody>
            {teams.map((team) => {
              const { team_id: id, records, best, worst, mean } = team
              return (
                <tr key={id} data-mine={teamOf(id).is_mine || undefined}>
                  <th scope="row" data-head="">
                    <button
                      type="button"
                      className={styles.team}
                      aria-pressed={id === chosen}
                      onClick={() => onChoose(id)}
                    >
                      <TeamCell team={teamOf(id)} size="xs" />
                    </button>
                  </th>
                  {records.map((record) => (
                    <Cell
                      key={record.schedule_of}
                      record={formatRecord(record)}
                      more={winsMore(team, record)}
                      most={most}
                      isReal={record.schedule_of === id}
                    />
                  ))}
                  <td className={table.number}>{best}</td>
                  <td className={table.number}>{worst}</td>
                  <td className={table.number}>{formatDecimal(mean, 1)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </ChartCard>
  )
}

type CellProps = { record: string; more: number; most: number; isReal: boolean }

function Cell({ record, more, most, isReal }: CellProps) {
  return (
    <td
      className={styles.cell}
      data-real={isReal || undefined}
      data-lean={more > 0 ? 'good' : more < 0 ? 'bad' : undefined}
      style={{ '--lean': Math.abs(more) / most } as CSSProperties}
    >
      {record}
      {isReal ? <span className={ui.hidden}> (real record)</span> : null}
    </td>
  )
}
