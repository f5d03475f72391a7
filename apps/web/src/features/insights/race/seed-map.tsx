import type { CSSProperties } from 'react'
import table from '../../../ui/display/data-table.module.css'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import { bySeed, formatShare } from './race-format.ts'
import styles from './seed-map.module.css'
import type { Race } from './use-race.ts'

/** How often each team ends on each seed. The darker, the more often. */
export function SeedMap({ race, teamOf }: { race: Race; teamOf: TeamOf }) {
  const seeds = race.teams.map((_, index) => index + 1)
  return (
    <section
      className={table.scroller}
      aria-label="Seeds (table)"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the horizontal scroller reachable by keyboard
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
    >
      <table className={`${table.table} ${styles.map}`} data-dense>
        <caption className={ui.hidden}>How often each team ends on each seed</caption>
        <thead>
          <tr>
            <th scope="col" data-head="">
              Team
            </th>
            {seeds.map((seed) => (
              <th key={seed} scope="col" data-last={seed === race.places || undefined}>
                {seed}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bySeed(race.teams).map((team) => (
            <tr key={team.team_id} data-mine={teamOf(team.team_id).is_mine || undefined}>
              <th scope="row" data-head="">
                <TeamCell team={teamOf(team.team_id)} size="xs" />
              </th>
              {seeds.map((seed) => {
                const share = team.seeds?.[seed - 1] ?? 0
                return (
                  <td
                    key={seed}
                    className={styles.cell}
                    data-last={seed === race.places || undefined}
                    data-strong={share > 0.45 || undefined}
                    style={{ '--share': `${Math.round(share * 100)}%` } as CSSProperties}
                  >
                    {share === 0 ? (
                      <span className={ui.hidden}>none</span>
                    ) : race.remaining_games.length === 0 ? (
                      '✓'
                    ) : (
                      formatShare(share)
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
