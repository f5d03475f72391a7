import { Trophy } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatFinalScores } from '../../ui/format/points.ts'
import { formatGameWeek, formatPointMargin, sideName } from './game-format.ts'
import styles from './game-view.module.css'
import { LineupList } from './lineup-list.tsx'
import { OwnerButton } from './owner-button.tsx'
import { RECORD_LABELS } from './record-labels.ts'
import type { GameDetails } from './use-history.ts'

type Props = { details: GameDetails }

/** Teams, score, league records and, if stored, lineups of a finished game. */
export function GameView({ details }: Props) {
  const { game, home, away, nfl_weeks: weeks, lineups, records } = details
  const [awayScore, homeScore] = formatFinalScores(game.away_score, game.home_score)
  return (
    <div className={styles['view']}>
      <p className={styles['date']}>
        {formatGameWeek(game)}
        {weeks.length > 1 ? ` · Played over NFL weeks ${weeks.join(' and ')}` : ''}
      </p>
      <div className={styles['sides']}>
        <Side
          label="Away"
          team={game.away_team}
          owner={game.away_owner}
          picture={away.picture ?? away.logo}
          score={awayScore}
          hasWon={game.result === 'away'}
        />
        <Side
          label="Home"
          team={game.home_team}
          owner={game.home_owner}
          picture={home.picture ?? home.logo}
          score={homeScore}
          hasWon={game.result === 'home'}
        />
      </div>
      <p className={styles['outcome']}>{outcomeText(details)}</p>
      {records.length === 0 ? null : (
        <ul className={styles['records']} aria-label="League records">
          {records.map((name) => (
            <li key={name}>
              <Trophy size={16} aria-hidden="true" /> {RECORD_LABELS[name]}
            </li>
          ))}
        </ul>
      )}
      {lineups.length === 0 ? (
        <p className={styles['unavailable']}>Lineups aren't available for this game.</p>
      ) : (
        lineups.map((lineup) => (
          <section key={lineup.week} className={styles['week']}>
            <h3>{lineups.length > 1 ? `Lineups · NFL Week ${lineup.week}` : 'Lineups'}</h3>
            <div className={styles['lineups']}>
              <LineupList team={game.away_team} spots={lineup.away} />
              <LineupList team={game.home_team} spots={lineup.home} />
            </div>
          </section>
        ))
      )}
    </div>
  )
}

type SideProps = {
  label: string
  team: string
  owner: string | null
  picture: string | null
  score: string
  hasWon: boolean
}

function Side({ label, team, owner, picture, score, hasWon }: SideProps) {
  return (
    <section className={styles['side']} data-won={hasWon || undefined} aria-label={`${label}: ${team}`}>
      <Avatar name={owner ?? team} src={picture} size="l" />
      <div className={styles['names']}>
        <span className={styles['team']}>{team}</span>
        <OwnerButton owner={owner} />
      </div>
      <span className={styles['score']}>{score}</span>
      <span className={styles['result']}>{hasWon ? `${label} · Win` : label}</span>
    </section>
  )
}

/** Describes the winner and the margin. The result may include an adjustment that the scores lack. */
function outcomeText({ game }: GameDetails): string {
  if (game.result === 'tie') return 'The game ended in a tie.'
  const winner = sideName(game, game.result)
  const margin =
    game.result === 'home' ? game.home_score - game.away_score : game.away_score - game.home_score
  return margin > 0
    ? `${winner} won by ${formatPointMargin(margin)}.`
    : `${winner} won on a scoring adjustment that isn't included in these scores.`
}
