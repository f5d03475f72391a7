import type { CSSProperties } from 'react'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatSigned, toneOf } from '../format.ts'
import type { TeamOf } from '../insight-view.tsx'
import { TeamLabel } from '../team-label.tsx'
import type { TeamLuck } from '../use-insights.ts'
import { LUCK_FIGURES } from './explain-luck.ts'
import styles from './luck-bars.module.css'
import rows from './luck-rows.module.css'

type Props = {
  /** Luckiest first. */
  teams: readonly TeamLuck[]
  teamOf: TeamOf
}

/** Luck as bars from the middle: to the right what the schedule gave, to the left what it took. */
export function LuckBars({ teams, teamOf }: Props) {
  const most = Math.max(1, ...teams.map(({ luck }) => Math.abs(luck)))
  return (
    <ChartCard
      title="Wins from the schedule"
      note="Right: won more than the scores deserved. Left: won less."
      action={<Explanation title="luck" figures={LUCK_FIGURES} />}
    >
      <ul className={rows.rows}>
        {teams.map(({ team_id: id, luck }) => {
          const team = teamOf(id)
          return (
            <li key={id} className={rows.row} data-mine={team.is_mine || undefined}>
              <TeamLabel team={team} />
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  data-tone={toneOf(luck, 2)}
                  data-side={luck < 0 ? 'left' : 'right'}
                  style={{ '--share': Math.abs(luck) / most } as CSSProperties}
                />
              </span>
              <span className={`${rows.value} ${ui.toned}`} data-tone={toneOf(luck, 2)}>
                {formatSigned(luck, 2)}
              </span>
            </li>
          )
        })}
      </ul>
    </ChartCard>
  )
}
