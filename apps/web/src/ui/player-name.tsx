import { playerPage } from '@fieldhouse/domain/player-links'
import styles from './player-name.module.css'

type Props = {
  /** null for a place that nobody fills. */
  player: string | null
  espnId: number | null
  nflTeam: string | null
}

/** A player, leading to the page at the provider where there is one. */
export function PlayerName({ player, espnId, nflTeam }: Props) {
  if (player === null) return <span className={styles['empty']}>Empty</span>
  const page = playerPage(espnId, nflTeam)
  if (page === null) return <span className={styles['name']}>{player}</span>
  return (
    <a className={styles['name']} href={page} target="_blank" rel="noopener noreferrer">
      {player}
    </a>
  )
}
