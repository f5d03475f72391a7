import { Avatar } from '../../ui/display/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { MatchupCard } from './matchup-card.tsx'
import styles from './scoreboard-grid.module.css'
import type { Matchup, Scoreboard } from './use-matchups.ts'

type Props = {
  scoreboard: Pick<Scoreboard, 'matchups' | 'byes'>
  /** Whether another week is loading. */
  isPlaceholderData?: boolean
}

/** The matchups of a week, the user's first. */
export function ScoreboardGrid({ scoreboard: { matchups, byes }, isPlaceholderData = false }: Props) {
  if (matchups.length === 0 && byes.length === 0) {
    return (
      <EmptyState isFramed hint="Matchups appear once the schedule is set.">
        No matchups this week.
      </EmptyState>
    )
  }
  return (
    <div className={styles['scoreboard']} data-stale={isPlaceholderData || undefined}>
      <ul className={styles['grid']}>
        {ownMatchupFirst(matchups).map((game) => (
          <li key={game.id}>
            <MatchupCard game={game} />
          </li>
        ))}
      </ul>
      {byes.length === 0 ? null : <Byes teams={byes} />}
    </div>
  )
}

function ownMatchupFirst(matchups: readonly Matchup[]): Matchup[] {
  const isMine = ({ away, home }: Matchup) => away.is_mine || home.is_mine
  return matchups.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)))
}

function Byes({ teams }: { teams: Scoreboard['byes'] }) {
  return (
    <section className={styles['byes']} aria-labelledby="byes">
      <h3 id="byes">On bye</h3>
      <ul className={styles['teams']}>
        {teams.map((team) => (
          <li key={team.team_id} className={styles['team']} data-mine={team.is_mine || undefined}>
            <Avatar name={team.name} src={team.logo} />
            {team.name}
          </li>
        ))}
      </ul>
    </section>
  )
}
