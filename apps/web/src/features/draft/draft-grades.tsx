import { formatGrade } from '@fieldhouse/domain/insights/grade'
import { useId } from 'react'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import ui from '../../ui/ui.module.css'
import styles from './draft-view.module.css'
import { type Draft, type DraftPick, type ExtremePick, formatSpot, formatValue } from './use-draft.ts'

/** The grade of each team, best first; renders nothing before there are grades. */
export function DraftGrades({ draft: { teams, picks } }: { draft: Draft }) {
  const id = useId()
  const graded = teams
    .flatMap(({ grade, value, ...team }) =>
      grade === null || value === null ? [] : [{ ...team, grade, value }],
    )
    .sort((a, b) => b.value - a.value)
  if (graded.length === 0) return null
  return (
    <section className={ui.stack8} aria-labelledby={id}>
      <h3 id={id}>Grades</h3>
      <ol className={styles.grades}>
        {graded.map((team) => (
          <li key={team.team_id} className={`${ui.frame} ${styles.grade}`}>
            <span className={styles.letter}>{formatGrade(team.grade)}</span>
            <span className={styles.graded}>
              <span className={styles.team}>
                <Avatar name={team.name} src={team.logo} color={team.color} size="xs" />
                <strong className={ui.breakable}>{team.name}</strong>
              </span>
              {team.owner === null ? null : <span className={ui.note}>{team.owner}</span>}
              <span className={ui.note}>
                {formatValue(team.value)} points{describeBest(picks, team.team_id)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeBest(picks: readonly DraftPick[], teamId: number): string {
  const own = picks.filter(({ team_id: id, value }) => id === teamId && value !== null && value > 0)
  const best = own.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]
  return best === undefined ? '' : `, best: ${best.player.name}`
}

/** The best and the worst picks of all drafts; renders nothing before any pick has a value. */
export function ExtremePicks({ best, worst }: Pick<Draft, 'best' | 'worst'>) {
  if (best.length === 0 && worst.length === 0) return null
  return (
    <div className={styles.extremes}>
      <ExtremeList title="Best picks of all time" picks={best} />
      <ExtremeList title="Worst picks of all time" picks={worst} />
    </div>
  )
}

function ExtremeList({ title, picks }: { title: string; picks: readonly ExtremePick[] }) {
  const id = useId()
  if (picks.length === 0) return null
  return (
    <section className={ui.card} aria-labelledby={id}>
      <h3 id={id} className={ui.cardTitle}>
        {title}
      </h3>
      <ol className={`${ui.divided} ${styles.list}`}>
        {picks.map((pick) => (
          <li key={`${pick.season} ${pick.overall}`} className={styles.extreme}>
            <span className={ui.breakable}>
              <Link to={{ player: pick.player.player_id }} className={ui.strong}>
                {pick.player.name}
              </Link>{' '}
              <span className={ui.note}>
                {pick.player.position} · {pick.season}, {formatSpot(pick)} · {pick.owner ?? pick.team}
              </span>
            </span>
            <span className={`${styles.value} ${ui.toned}`} data-tone={pick.value > 0 ? 'good' : 'bad'}>
              {formatValue(pick.value)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
