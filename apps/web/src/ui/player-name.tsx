import { playerPageUrl } from '@fieldhouse/domain/player-links'
import { Fragment } from 'react'
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
  const page = playerPageUrl(espnId, nflTeam)
  if (page === null) return <span className={styles['name']}>{renderWords(player)}</span>
  return (
    <a className={styles['name']} href={page} target="_blank" rel="noopener noreferrer">
      {renderWords(player)}
    </a>
  )
}

/**
 * Each word by itself: one that is longer than its line is cut short, and not broken in its middle.
 * One with a hyphen breaks there.
 */
function renderWords(player: string) {
  return player.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a word of a name has nothing but its place
    <Fragment key={at}>
      {at === 0 ? '' : ' '}
      {word.includes('-') ? word : <span className={styles['word']}>{word}</span>}
    </Fragment>
  ))
}
