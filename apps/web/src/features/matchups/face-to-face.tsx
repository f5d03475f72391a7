import { Changing } from '../../ui/changing.tsx'
import { points } from '../../ui/format/points.ts'
import { Picture } from '../../ui/picture.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import styles from './face-to-face.module.css'
import { GameStatus } from './game-status.tsx'
import { scoresOf } from './scores.ts'
import { ShareBar } from './share-bar.tsx'
import type { MatchupTeam, MyMatchup } from './use-matchups.ts'
import { WinChance } from './win-chance.tsx'
import { leaderOf } from './wording.ts'

type Props = { game: MyMatchup }

/** Away and home with their scores. */
export function FaceToFace({ game }: Props) {
  const leader = leaderOf(game)
  const scores = scoresOf(game)
  return (
    <div className={styles['card']}>
      <div className={styles['status']}>
        <GameStatus game={game} />
      </div>
      <div className={styles['sides']}>
        <Panel label="Away" team={game.away} score={scores.away} isAhead={leader === 'away'} />
        <Panel label="Home" team={game.home} score={scores.home} isAhead={leader === 'home'} />
      </div>
      <ShareBar game={game} />
      <WinChance game={game} />
    </div>
  )
}

type PanelProps = { label: string; team: MatchupTeam; score: string; isAhead: boolean }

function Panel({ label, team, score, isAhead }: PanelProps) {
  return (
    <section className={styles['panel']} aria-label={label} data-ahead={isAhead || undefined}>
      <div className={styles['team']}>
        <Picture name={team.name} src={team.logo} size="m" />
        <div className={styles['names']}>
          <p className={styles['label']}>
            {label}
            {team.is_mine ? ' · You' : ''}
          </p>
          <h3 className={styles['name']}>{team.name}</h3>
        </div>
      </div>
      <p className={styles['score']}>
        <span className={hidden['hidden']}>Score </span>
        <Changing value={team.score}>{score}</Changing>
      </p>
      <p className={styles['proj']}>
        Proj <Changing value={team.proj}>{points(team.proj)}</Changing>
      </p>
    </section>
  )
}
