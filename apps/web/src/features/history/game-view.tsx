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

/** A finished game: who played, the score, the records that it holds, and the line-ups where stored. */
export function GameView({ details }: Props) {
  const { game, home, away, nfl_weeks: weeks, lineups, records } = details
  const [awayScore, homeScore] = formatFinalScores(game.away_score, game.home_score)
  return (
    <div className={styles['view']}>
      <p className={styles['when']}>
        {formatGameWeek(game)}
        {weeks.length > 1 ? `, played over NFL weeks ${weeks.join(' and ')}` : ''}
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
        <p className={styles['none']}>The line-ups of this game are not stored.</p>
      ) : (
        lineups.map((lineup) => (
          <section key={lineup.week} className={styles['week']}>
            <h3>{lineups.length > 1 ? `Line-ups, NFL week ${lineup.week}` : 'Line-ups'}</h3>
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
      <span className={styles['place']}>{hasWon ? `${label}, won` : label}</span>
    </section>
  )
}

/** Who won and by how much; the provider's word counts where an adjustment is missing in the scores. */
function outcomeText({ game }: GameDetails): string {
  if (game.result === 'tie') return 'The game was tied.'
  const winner = sideName(game, game.result)
  const ahead = game.result === 'home' ? game.home_score - game.away_score : game.away_score - game.home_score
  return ahead > 0
    ? `${winner} won by ${formatPointMargin(ahead)}.`
    : `${winner} won: the provider counted an adjustment that is not in the scores.`
}
